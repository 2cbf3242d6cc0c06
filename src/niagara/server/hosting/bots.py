"""Bots at work: they think in processes of their own, and their moves enter by the same door as anybody's."""

import asyncio
import gc
import hmac
import secrets
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool

from structlog.typing import FilteringBoundLogger

from niagara import bots, notation, rules
from niagara.server import metrics
from niagara.server.hosting.away import log_fault
from niagara.server.hosting.thinking import think, thinkers
from niagara.server.settings import Settings
from niagara.server.table import Table
from niagara.words import Refusal

_PAUSES = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)  # seconds after a fault, then always the last


class BotsAtWork:
    """Plays for every bot, and draws for chance, wherever it is their turn."""

    def __init__(self, settings: Settings, log: FilteringBoundLogger) -> None:
        self._settings = settings
        self._log = log
        self._elsewhere = settings.bots == "elsewhere"
        self._secret = b""
        self._thinkers: Executor
        self._busy: dict[Table, asyncio.Task[None]] = {}

    def open(self, secret: str) -> None:
        self._secret = secret.encode()
        self._thinkers = self._new_thinkers()
        if not self._elsewhere:
            self._thinkers.submit(int)  # a process takes its time to begin; better now than with the first move

    @property
    def busy(self) -> int:
        """At how many tables."""
        return len(self._busy)

    def _new_thinkers(self) -> Executor:
        return thinkers(0 if self._elsewhere else self._settings.bot_workers)

    async def close(self) -> None:
        busy = dict(self._busy)
        for task in busy.values():
            task.cancel()
        await asyncio.gather(*busy.values(), return_exceptions=True)
        for fault in await asyncio.gather(*(table.let_go() for table in busy), return_exceptions=True):
            if fault is not None:  # then they wait until the lease is over
                self._log.warning("table-not-let-go", reason=str(fault)[:200])
        await asyncio.to_thread(self._thinkers.shutdown, cancel_futures=True)
        # A process that ends by a signal tidies nothing up: the semaphores of the pools must be gone before.
        del self._thinkers
        gc.collect()

    def attend(self, table: Table) -> None:
        """Looks after a table, as long as a bot or chance must act there."""
        if self._elsewhere and table.is_offered():
            return
        if table not in self._busy and table.has_company() and table.now.served_seat() is not None:
            self._busy[table] = asyncio.create_task(self._play(table), name=f"bots of {table.id}")

    async def _play(self, table: Table) -> None:
        faults = 0  # in a row
        try:
            while table.may_serve() and (seat := table.now.served_seat()) is not None:
                try:
                    if not await table.is_attended():
                        await table.rest()
                        if table.has_company():  # somebody has come meanwhile
                            continue
                        break
                    await self._move(table, seat)
                    faults = 0
                except Exception as fault:  # those who look on must not wait for somebody to come in
                    pause = _PAUSES[min(faults, len(_PAUSES) - 1)]
                    faults += 1
                    log_fault(self._log, "bots-pause", fault, table=table.id, seconds=pause)
                    await asyncio.sleep(pause)
        finally:
            del self._busy[table]

    async def _move(self, table: Table, seat: int) -> None:
        moment = table.now
        decision, position = moment.decision(seat), moment.position
        if position is None or decision is None:
            return
        moves = rules.legal_moves(position, seat)
        if seat == rules.CHANCE:
            move = secrets.choice(moves)
        else:
            strength = moment.room.seats[seat].played_by or bots.STRENGTHS[-1]
            await asyncio.sleep(self._settings.bot_delay)
            move = await self._chosen(strength, f"{table.id}:{moment.seq}", position.view(seat), seat, moves)
        try:
            await table.serve(seat, decision, notation.write_move(move))
        except Refusal as refusal:
            if table.now is moment:
                raise
            # The table moved on while the bot was thinking; it looks again.
            self._log.info("bot-overtaken", table=table.id, key=refusal.key)

    async def _chosen(self, strength: str, occasion: str, view: rules.View, seat: int, moves: list[int]) -> int:
        """The bot's choice; the same on the same occasion. A bot that fails must not stop the others' game."""
        loop = asyncio.get_running_loop()
        # With dice that a player could throw himself, he would know the bot's card before it is turned over.
        seed = int.from_bytes(hmac.digest(self._secret, occasion.encode(), "sha256")[:6])
        for _ in range(2):
            at_work = self._thinkers
            try:
                with metrics.THINKING.labels(strength).time():
                    move = await loop.run_in_executor(at_work, think, strength, seed, view, seat, moves)
            except BrokenProcessPool:
                self._log.error("bot-worker-died", occasion=occasion)
                if self._thinkers is at_work:
                    at_work.shutdown(wait=False)
                    self._thinkers = self._new_thinkers()
            except Exception:
                self._log.exception("bot-failed", strength=strength, occasion=occasion)
                break
            else:
                if move in moves:
                    return move
                self._log.error("bot-move-illegal", strength=strength, occasion=occasion, move=move)
                break
        return moves[0]
