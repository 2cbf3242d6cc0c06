"""The audit tells three things apart: nothing known, something known, and nobody could be asked."""

import json
from collections.abc import Mapping
from datetime import date

import pytest

from scripts import audit, ready
from scripts.audit import Advisory, Unanswered

SOUND = {"name": "litestar", "version": "2.25.0", "vulns": []}
UNSOUND = {
    "name": "paddle",
    "version": "1.0",
    "vulns": [{"id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "description": "It leaks."}],
}
UNKNOWN = {"name": "elk", "skip_reason": "Dependency not found"}


def python(*packages: Mapping[str, object]) -> str:
    return json.dumps({"dependencies": packages, "fixes": []})


def test_what_is_known_against_a_package_of_python_is_told() -> None:
    told = audit.of_pip_audit(python(SOUND, UNSOUND), "")
    assert told == [Advisory("paddle 1.0", ("PYSEC-2026-1", "CVE-2026-1"), "It leaks.")]
    assert audit.of_pip_audit(python(SOUND), "") == []


@pytest.mark.parametrize("output", ["", "{}", "no JSON", python(SOUND, UNKNOWN)])
def test_a_service_for_python_that_does_not_answer_is_no_answer(output: str) -> None:
    with pytest.raises(Unanswered):
        audit.of_pip_audit(output, "Failed to resolve")


def test_what_is_known_against_a_package_of_npm_is_told() -> None:
    via = {"range": "<2", "url": "https://github.com/advisories/GHSA-1-2-3", "title": "It leaks."}
    told = {"canoe": {"via": [via]}, "river": {"via": ["canoe"]}}
    assert list(audit.of_npm(json.dumps({"vulnerabilities": told}))) == [
        Advisory("canoe <2", ("GHSA-1-2-3",), "It leaks.")
    ]
    assert list(audit.of_npm(json.dumps({"vulnerabilities": {}}))) == []


@pytest.mark.parametrize("output", ["", '{"message":"405 Method Not Allowed - POST somewhere"}', "{}"])
def test_a_service_for_npm_that_does_not_answer_is_no_answer(output: str) -> None:
    with pytest.raises(Unanswered):
        list(audit.of_npm(output))


class TestExceptions:
    ENTRY = '[[accepted]]\nid = "CVE-2026-1"\npackage = "paddle"\nreason = "{reason}"\ndate = 2026-11-30\n'

    def test_one_counts_for_half_a_year(self) -> None:
        text = self.ENTRY.format(reason="We never paddle.")
        assert audit.accepted_ids(text, date(2026, 12, 24)) == {"CVE-2026-1"}
        assert audit.accepted_ids(text, date(2027, 6, 30)) == set()

    def test_one_without_a_reason_is_refused(self) -> None:
        with pytest.raises(ready.NotReady, match="reason"):
            audit.accepted_ids(self.ENTRY.format(reason=""), date(2026, 12, 24))

    def test_ours_are_in_form(self) -> None:
        audit.accepted_ids(audit.ACCEPTED.read_text(), date(2026, 11, 30))


def test_the_last_lock_holds_the_packages_of_all() -> None:
    """So that it is enough to ask about that one."""

    def pinned(name: str) -> set[str]:
        lines = (ready.ROOT / "requirements" / f"{name}.txt").read_text().splitlines()
        return {line.split()[0] for line in lines if "==" in line}

    *others, last = ready.LOCKS
    for name in others:
        assert pinned(name) <= pinned(last)


def test_nothing_is_called_sound_that_could_not_be_asked_about(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def silent() -> list[Advisory]:
        raise Unanswered("no route")

    monkeypatch.setattr(audit, "of_python", silent)
    monkeypatch.setattr(audit, "run_npm", lambda folder: '{"vulnerabilities":{}}')
    assert audit.main() == audit.NOT_DONE
    assert "Python: NOT AUDITED, the advisory service does not answer (no route)." in capsys.readouterr().out
    monkeypatch.setattr(audit, "of_python", lambda: [Advisory("paddle 1.0", ("CVE-2026-1",), "It leaks.")])
    assert audit.main() == 1
    monkeypatch.setattr(audit, "of_python", list)
    assert audit.main() == 0
