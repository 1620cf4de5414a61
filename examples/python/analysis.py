# SPDX-License-Identifier: Apache-2.0
"""A typed client of the analysis API of an installation. Python 3.11, no other package.

The operations are POST /organizations/licenses, GET /measurements, GET /measurements/{id} and DELETE /measurements/{id} of
/openapi/analysis.json; a test of the repository holds the types to that document, and runs them against a server.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Literal, NotRequired, TypedDict, cast
from urllib.parse import quote, urlencode

TIMEOUT_S = 15

Status = Literal["CAPTURING", "PROCESSING", "COMPLETE", "ERROR", "INCOMPLETE"]


class Device(TypedDict):
    """Answer of POST /organizations/licenses."""

    DeviceID: str
    Token: str
    RefreshToken: str
    RoleID: str
    UserID: str


class MeasurementRow(TypedDict):
    """One entry of GET /measurements. Times are seconds since 1970."""

    ID: str
    PartnerID: str
    UserID: str
    UserProfileID: str
    UserProfileName: str
    DeviceID: str
    StudyID: str
    StatusID: Status
    DeviceVersion: str
    Mode: str
    Created: int
    Updated: int
    TotalCount: int


class Channel(TypedDict):
    """Values of one channel: each of Data divided by Multiplier."""

    Channel: str
    Data: list[float]
    Multiplier: NotRequired[float]
    Notes: NotRequired[list[str]]


class Measurement(TypedDict):
    """Answer of GET /measurements/{id}."""

    ID: str
    StudyID: str
    StatusID: Status
    UserID: str
    UserProfileID: str
    DeviceID: str
    OrganizationID: str
    PartnerID: str
    Resolution: float
    Mode: str
    Region: str
    Created: int
    Updated: int
    DataSizeBytes: float
    Results: dict[str, list[Channel]]
    SignalNames: dict[str, str]
    SignalUnits: dict[str, str]
    SignalDescriptions: dict[str, str]
    SignalConfig: dict[str, dict[str, str]]


class Refused(Exception):
    """The installation refused; `code` is one of docs/reference/deepaffex-surface.md#errors."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


def _ask(method: str, address: str, token: str | None = None, body: object = None) -> object:
    headers = {"content-type": "application/json"} if body is not None else {}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        try:
            told = json.load(error)
        except ValueError:
            told = {}
        raise Refused(error.code, told.get("Code", "UNKNOWN"), told.get("Message", "Refused.")) from None


def register_device(origin: str, licence_key: str) -> Device:
    """Tokens of a new device. Raises Refused, urllib.error.URLError."""
    body = {
        "Key": licence_key,
        "DeviceTypeID": "LINUX",
        "Name": "server",
        "Identifier": "server",
        "Version": "1.0.0",
    }
    return cast(Device, _ask("POST", f"{origin}/analysis/organizations/licenses", body=body))


class Analysis:
    """What a device or a person may ask; every method raises Refused and urllib.error.URLError."""

    def __init__(self, origin: str, token: str) -> None:
        self._address = f"{origin}/analysis/measurements"
        self._token = token

    def measurements(self, limit: int = 20) -> list[MeasurementRow]:
        """Those of this device or person, newest first."""
        address = f"{self._address}?{urlencode({'Limit': limit})}"
        return cast(list[MeasurementRow], _ask("GET", address, self._token))

    def measurement(self, measurement_id: str) -> Measurement:
        """One with its results."""
        address = f"{self._address}/{quote(measurement_id, safe='')}"
        return cast(Measurement, _ask("GET", address, self._token))

    def remove(self, measurement_id: str) -> None:
        """Deletes one with its data and results."""
        _ask("DELETE", f"{self._address}/{quote(measurement_id, safe='')}", self._token)
