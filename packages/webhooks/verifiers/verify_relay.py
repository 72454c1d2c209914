"""Checks the headers that the relay adds. Needs verify.py of docs/guide/other-languages.md in the same folder."""

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping

from verify import usable_keys

TOLERANCE_IN_SECONDS = 300


def is_signed_by_relay(
    body: bytes,
    headers: Mapping[str, str],
    secrets: str | list[str],
    now: float | None = None,
) -> bool:
    """Whether one of the secrets signed the request, at most five minutes ago.

    headers: a mapping that ignores case, as frameworks provide it
    """
    keys = [key_of(secret) for secret in usable_keys(secrets)]
    message_id = headers.get("webhook-id") or ""
    timestamp = headers.get("webhook-timestamp") or ""
    if not re.fullmatch("[^.]+", message_id) or not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_IN_SECONDS:
        return False
    content = f"{message_id}.{timestamp}.".encode() + body
    signatures = [signature.encode() for signature in (headers.get("webhook-signature") or "").split(" ")]
    expected = [b"v1," + base64.b64encode(hmac.digest(key, content, hashlib.sha256)) for key in keys]
    return any(hmac.compare_digest(one, signature) for one in expected for signature in signatures)


def key_of(secret: bytes) -> bytes:
    text = secret[6:] if secret.startswith(b"whsec_") else b""
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        return secret
    is_standard = 24 <= len(key) <= 64 and base64.b64encode(key) == text
    return key if is_standard else secret
