"""`python -m tests.attacks PORT [SECONDS]`: every attack, against your own service on this machine."""

from __future__ import annotations

import sys

from tests.attacks.attacks import ATTACKS, SECONDS
from tests.attacks.watching import under

if __name__ == "__main__":
    for name, attack in sorted(ATTACKS.items()):
        felt = under(attack, int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS)
        print(
            f"{name} ({attack.about}): {felt}{'; FAILED ' + str(felt.failed[:3]) if felt.failed else ''}",
            flush=True,
        )
