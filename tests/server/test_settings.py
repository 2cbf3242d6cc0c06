"""Settings come from flags before the environment; what no server could work with is refused at the door."""

import msgspec
import pytest

from niagara.server.settings import Settings


def test_a_flag_goes_before_the_environment_and_that_before_the_default() -> None:
    environment = {
        "NIAGARA_PORT": "9000",
        "NIAGARA_BOT_DELAY": "0.1",
        "NIAGARA_ORIGINS": "https://a.example https://b.example",
    }
    settings = Settings.read(environment, port=9100, host=None)
    assert (settings.port, settings.bot_delay, settings.host) == (9100, 0.1, "127.0.0.1")
    assert settings.origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("PORT", "65536"), ("PORT", "-1"), ("PORT", "eight"), ("BOT_WORKERS", "-1"), ("BOT_DELAY", "-0.1"), ("FRAME_BYTES", "0"),
        ("FRAME_LIMIT_BYTES", "0"), ("FRAMES_PER_SECOND", "0"), ("FRAMES_AT_ONCE", "0"), ("BODY_BYTES", "0"), ("TALK_ENTRIES", "0"),
        ("MOMENTS_KEPT", "0"), ("TABLES_KEPT", "-1"), ("LINES_PER_SECOND", "0"), ("LINES_AT_ONCE", "0"), ("TABLES_PER_MINUTE", "0"),
        ("TABLES_AT_ONCE", "0"), ("SOCKETS_PER_GUEST", "0"), ("ROOMS_DAYS", "0"), ("LEASE", "0"),
        ("NUDGE_DELAY", "-1"), ("NUDGE_NETWORKS", "10.0.0.1/8"), ("NUDGE_NETWORKS", "home"), ("ADDRESS", "niagara.example.org"),
        ("ADDRESS", "https://niagara.example.org/table"), ("SMTP_URL", "mail.example.org"), ("SMTP_URL", "smtp://h?tls=perhaps"),
        ("SMTP_URL", "smtp://mail.example.org"),
    ],
)  # fmt: skip
def test_a_setting_that_no_server_could_work_with_is_refused(knob: str, value: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        Settings.read({f"NIAGARA_{knob}": value})
