# SPDX-License-Identifier: Apache-2.0
"""What a server in Python needs to trust what Perfuse sends: docs/guides/integrate.md. Python 3.11, no other package.

The types `Results` and `PostedResults` are the schemas of /openapi/api.json; tests of the repository hold them to it.
"""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict, cast
from urllib.parse import parse_qs, urlsplit

TOLERANCE_S = 300


class Results(TypedDict):
    """Numbers in the unit of their channel; -1 when missing: `Notes` says why."""

    measurementId: str
    ppm: float
    snr: float
    msi: float
    age: float
    bmi: float
    diastolic: float
    systolic: float
    breathing: float
    healthScore: float
    waistToHeight: float
    heartRateVariability: float
    cardiacWorkload: float
    absi: float
    cvdRisk: float
    heartAttackRisk: float
    strokeRisk: float
    HypertensionRisk: float
    HypertriglyceridemiaRisk: float
    HypercholesterolemiaRisk: float
    DiabetesRisk: float
    irregularHeartBeats: float
    avgStarRating: float
    # Absent, it is service. device: computed in the person's browser; no service has seen, stored or confirmed it.
    analysedOn: NotRequired[Literal["service", "device"]]
    signals: dict[str, float]
    Notes: dict[str, list[str]]


class Verified(TypedDict):
    session: Literal["signed", "link", "server"]
    measurement: Literal["here", "elsewhere"]


class PostedResults(TypedDict):
    """Body of a post to your results API."""

    results: str
    resultsAreEncrypted: bool
    sessionId: str
    verified: NotRequired[Verified]


class Callback(TypedDict):
    """What the browser brought back: exactly one of results, data_id and error."""

    session_id: str
    results: str | None
    data_id: str | None
    error: str | None


class TokenPair(TypedDict):
    Token: str
    RefreshToken: str


class Refused(Exception):
    """Something is not what Perfuse sends. The message holds no key, token or result."""


def verify_signature(
    headers: Mapping[str, str],
    body: bytes,
    secrets: Sequence[str],
    *,
    now: float | None = None,
) -> str:
    """Checks that a post to your webhook or results API comes from the installation, and is fresh.

    `body` exactly as received; `secrets` of `perfuse webhook secrets`, the old and the new one while it changes.
    Returns the body as text. Raises Refused.
    """
    given = next((v for k, v in headers.items() if k.lower() == "perfuse-signature"), "")
    parts = [part.strip().partition("=") for part in given.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    digests = [value for name, _, value in parts if name == "v1"]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]) or not digests:
        raise Refused("The signature is missing.")
    signed = times[0].encode() + b"." + body
    genuine = False
    for secret in secrets:
        # An empty secret would let anybody sign.
        if not secret:
            continue
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode()
        for digest in digests:
            genuine = hmac.compare_digest(expected, digest.encode()) or genuine
    if not genuine:
        raise Refused("The signature is not valid.")
    if abs((time.time() if now is None else now) - int(times[0])) > TOLERANCE_S:
        raise Refused("The signature is too old.")
    return body.decode()


def read_posted(text: str) -> PostedResults:
    """Reads a verified post to your results API."""
    posted = json.loads(text)
    if not isinstance(posted, dict) or not {"results", "sessionId"} <= posted.keys():
        raise Refused("These are not posted results.")
    return cast(PostedResults, posted)


def read_results(results: str) -> Results:
    """Reads results in the clear. A JWE (`encryptResults`) has dots: decrypt it with a JOSE library and your results key."""
    if "." in results:
        raise Refused("The results are encrypted.")
    padded = results.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        value = json.loads(base64.b64decode(padded + "=" * (-len(padded) % 4), validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise Refused("The results cannot be read.") from None
    if not isinstance(value, dict) or not Results.__required_keys__ <= value.keys():
        raise Refused("These are not results.")
    return cast(Results, {"analysedOn": "service", **value})


def read_callback(address: str) -> Callback:
    """Reads the address of a results callback. Anybody can make one up: believe it only for a session that you began."""
    try:
        query = parse_qs(urlsplit(address).query)
    except ValueError:
        raise Refused("This is not a callback.") from None

    def one(name: str) -> str | None:
        values = query.get(name, [])
        return values[0] if len(values) == 1 else None

    callback: Callback = {
        "session_id": one("sessionId") or "",
        "results": one("results"),
        "data_id": one("dataId"),
        "error": one("error"),
    }
    given = [callback["results"], callback["data_id"], callback["error"]]
    if callback["session_id"] == "" or sum(value is not None for value in given) != 1:
        raise Refused("This is not a callback.")
    return callback


def register_device(origin: str, licence_key: str) -> TokenPair:
    """Tokens for one launch link: POST /analysis/organizations/licenses. Raises urllib.error.URLError."""
    asked = {
        "Key": licence_key,
        "DeviceTypeID": "WEB",
        "Name": "launch",
        "Identifier": "",
        "Version": "1.0.0",
    }
    request = urllib.request.Request(
        f"{origin}/analysis/organizations/licenses",
        data=json.dumps(asked).encode(),
        headers={"content-type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=15) as response:
        answer = json.load(response)
    return {"Token": answer["Token"], "RefreshToken": answer["RefreshToken"]}
