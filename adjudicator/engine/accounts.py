"""Money, points and counters: named whole-number balances.

They change only by the transfers that an event lists, so there is more or less of them in all only where an
event says that something came from outside or went there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# As an event has it; None is the outside.
Transfer = TypedDict("Transfer", {"from": "str | None", "to": "str | None", "amount": int})


def pay(source: str, target: str, amount: int) -> Transfer:
    return {"from": source, "to": target, "amount": amount}


def mint(target: str, amount: int) -> Transfer:
    """From outside: what was in no account before."""
    return {"from": None, "to": target, "amount": amount}


def burn(source: str, amount: int) -> Transfer:
    """To the outside: what is in no account afterwards."""
    return {"from": source, "to": None, "amount": amount}


def gained(transfers: Iterable[Mapping[str, Any]]) -> int:
    """The change that these transfers make to the total of all accounts."""
    return sum(
        transfer["amount"] * ((transfer["from"] is None) - (transfer["to"] is None)) for transfer in transfers
    )


class ShortAccount(ValueError):  # noqa: N818 - it names what is wrong at the bank
    """An overdrawn account, or something that is not a transfer."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """Balances by name, in the order in which they were opened."""

    balances: tuple[tuple[str, int], ...] = ()
    overdrawn: tuple[str, ...] = ()  # those that may be below nothing, because the game says so

    @classmethod
    def of(cls, balances: Mapping[str, int], overdrawn: Iterable[str] = ()) -> Accounts:
        return cls(tuple(balances.items()), tuple(overdrawn))

    def __getitem__(self, name: str) -> int:
        for account, balance in self.balances:
            if account == name:
                return balance
        raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return any(account == name for account, _ in self.balances)

    def total(self) -> int:
        return sum(balance for _, balance in self.balances)

    def after(self, transfers: Iterable[Mapping[str, Any]]) -> Accounts:
        """All of them at once: their order does not matter, only what each account has in the end."""
        changes: Counter[str] = Counter()
        for transfer in transfers:
            source, target, amount = transfer["from"], transfer["to"], transfer["amount"]
            if type(amount) is not int or amount <= 0:
                raise ShortAccount(f"a transfer is of a whole number above nothing, not of {amount!r}")
            if source == target:
                raise ShortAccount(f"a transfer from {source!r} to itself")
            for name, change in ((source, -amount), (target, amount)):
                if name is not None:
                    changes[name] += change
        unknown = [name for name in changes if name not in self]
        if unknown:
            raise ShortAccount(f"there is no account {unknown[0]!r}")
        after = tuple((name, balance + changes[name]) for name, balance in self.balances)
        for name, balance in after:
            if balance < 0 and changes[name] < 0 and name not in self.overdrawn:
                raise ShortAccount(f"{name} has {self[name]}, not {-changes[name]}")
        return Accounts(after, self.overdrawn)
