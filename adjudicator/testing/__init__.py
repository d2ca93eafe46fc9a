"""The contract of games, for tests of your own game: three lines with pytest.

    from adjudicator.testing import GameContract
    from nim import Nim

    class TestNim(GameContract):
        game = Nim()

pytest finds the rest by itself: it is a plug-in that comes with Adjudicator.
"""

import pytest

pytest.register_assert_rewrite("adjudicator.testing.contract")  # failures show their values

from adjudicator.testing.subject import Moment, Subject  # noqa: E402
from adjudicator.testing.suite import GameContract  # noqa: E402

__all__ = ["GameContract", "Moment", "Subject"]
