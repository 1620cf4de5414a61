# SPDX-License-Identifier: Apache-2.0
"""The whole sequence of the vendor's Python client `dfx_apiv2_client` against a server.

    python sequence.py SITE.json        (or - for standard input)

SITE.json says where and as whom:

    {"rest": "http://127.0.0.1:8080/analysis", "websocket": "ws://127.0.0.1:8080/analysis",
     "licence": "prf-...", "study": "<id>", "organisation": "acme",
     "administrator": {"email": "...", "password": "..."}, "payloads": "folder", "paceS": 0}

The folder holds payload0.bin, payload1.bin and so on, the chunks of one measurement; paceS is the time between them.
The account that is made is `python-<random>@example.org`; it and all that it measured is deleted in the end.

Prints a JSON object a line, {"step", "status", "ok"}, with "detail" where it is not as documented and "bpm" where a heart
rate came of it. Status is 0 where the client itself failed. Exits with 1 when a step is not as documented.
"""

import asyncio
import json
import secrets
import string
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Awaitable, Callable, Dict, List, Optional, Tuple

import aiohttp
import dfx_apiv2_client as dfx

Answer = Tuple[int, Any]

TIMEOUT_S = 60
POLL_S = 0.2
PASSWORD = "Correct-horse7"
NEW_PASSWORD = "Correct-horse8"


@dataclass(frozen=True)
class Site:
    rest: str
    websocket: str
    licence: str
    study: str
    organisation: str
    administrator: Dict[str, str]
    payloads: str
    paceS: float = 0

    def chunks(self) -> List[bytes]:
        files = sorted(Path(self.payloads).glob("payload*.bin"))
        if not files:
            raise FileNotFoundError(f"no payload*.bin in {self.payloads}")
        return [file.read_bytes() for file in files]


def anything(_body: Any) -> bool:
    return True


def request_id() -> str:
    """Ten characters: a frame has room for no more and no less."""
    return "".join(secrets.choice(string.ascii_letters) for _ in range(10))


def action_of(at: int, count: int) -> str:
    return "FIRST::PROCESS" if at == 0 else "LAST::PROCESS" if at == count - 1 else "CHUNK::PROCESS"


def connect(token: str = "") -> aiohttp.ClientSession:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return aiohttp.ClientSession(headers=headers)


class Report:
    """Says how each step ended, and remembers whether one was not as documented."""

    def __init__(self) -> None:
        self.faults = 0

    def say(self, step: str, status: int, fault: Optional[str] = None, bpm: Optional[float] = None) -> None:
        line: Dict[str, Any] = {"step": step, "status": status, "ok": fault is None}
        if fault is not None:
            self.faults += 1
            line["detail"] = fault[:400]
        if bpm is not None:
            line["bpm"] = bpm
        print(json.dumps(line), flush=True)

    async def step(self,
                   step: str,
                   call: Awaitable[Answer],
                   expected: int = 200,
                   holds: Callable[[Any], bool] = anything) -> Any:
        """Runs one call of the client; its answer must have this status, and a body that this holds of."""
        status, body = await call
        is_well = status == expected and holds(body)
        self.say(step, status, None if is_well else f"expected {expected}; body {body!r}")
        return body

    async def part(self, name: str, run: Awaitable[None]) -> None:
        """What the client throws ends the part that it happens in, and no other."""
        try:
            await asyncio.wait_for(run, 5 * TIMEOUT_S)
        except Exception as error:  # whatever it is, it is what the report is for
            self.say(f"{name}: runs to its end", 0, f"{type(error).__name__}: {error}")


def final_rate(measurement: Dict[str, Any]) -> float:
    signal = measurement["Results"]["HR_BPM"][0]
    return signal["Data"][-1] / signal["Multiplier"]


async def complete(session: aiohttp.ClientSession, measurement: str) -> Answer:
    """The measurement once it is complete. Raises TimeoutError."""

    async def poll() -> Answer:
        while True:
            status, body = await dfx.Measurements.retrieve(session, measurement)
            if status != 200 or body["StatusID"] in ("COMPLETE", "ERROR"):
                return status, body
            await asyncio.sleep(POLL_S)

    return await asyncio.wait_for(poll(), TIMEOUT_S)


async def intermediate(session: aiohttp.ClientSession, measurement: str, chunk: int) -> Answer:
    """A chunk's result once it is there: before, the answer is an empty object. Raises TimeoutError."""

    async def poll() -> Answer:
        while True:
            status, body = await dfx.Measurements.retrieve_intermediate(session, measurement, chunk)
            if status != 200 or body != {}:
                return status, body
            await asyncio.sleep(POLL_S)

    return await asyncio.wait_for(poll(), TIMEOUT_S)


class Sequence:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.report = Report()
        self.email = f"python-{secrets.token_hex(6)}@example.org"

    async def general(self) -> None:
        step = self.report.step
        async with connect() as session:
            await step("general: status", dfx.General.api_status(session), 200, lambda body: body["StatusID"] == "ACTIVE")
            await step("general: media types", dfx.General.list_accepted_mime_types(session))
            await step("general: lists require a token", dfx.General.list_available_user_roles(session), 401)

    async def registration(self) -> None:
        step, site = self.report.step, self.site
        async with connect() as session:
            register = dfx.Organizations.register_license
            await step("device: a wrong licence is refused",
                       register(session, "prf-wrong", "LINUX", "Sequence", "sequence", "1.0.0"), 401)
            await step("device: register", register(session, site.licence, "LINUX", "Sequence", "sequence", "1.0.0"))
            await step("device: renew its tokens", dfx.Auths.renew_device_token(session))
            await step(
                "device: a token of the pair",
                dfx.Auths.request_child_token(session, dfx.Settings.device_token, dfx.Settings.device_refresh_token,
                                              600))
        async with connect(dfx.Settings.device_token) as session:
            await step("device: verify its token", dfx.General.verify_token(session), 200,
                       lambda body: body["ActiveLicense"] is True)
            await step("general: roles", dfx.General.list_available_user_roles(session))
            await step("general: statuses", dfx.General.list_available_statuses(session))
            await step("device: types", dfx.Devices.types(session))
            await step("device: its licence", dfx.Devices.retrieve_license_id(session))

    def person(self, first_name: str, password: str) -> Tuple[Any, ...]:
        return (first_name, "Doe", self.email, password, "", "female", "1980-02-29", 170, 65)

    async def account(self) -> None:
        step = self.report.step
        async with connect(dfx.Settings.device_token) as session:
            await step("account: create", dfx.Users.create(session, *self.person("Ana", PASSWORD)))
            await step("account: a wrong password is refused", dfx.Users.login(session, self.email, "Wrong-horse7"), 401)
            await step("account: sign in", dfx.Users.login(session, self.email, PASSWORD))
        async with connect(dfx.Settings.user_token) as session:
            await step("account: renew the tokens", dfx.Auths.renew_user_token(session))
        async with connect(dfx.Settings.user_token) as session:
            await step("account: retrieve", dfx.Users.retrieve(session), 200, lambda body: body["HeightCm"] == "170")
            await step("account: role", dfx.Users.retrieve_user_role(session), 200, lambda body: body["ID"] == "USER")
            await step("account: change", dfx.Users.update(session, *self.person("Anna", PASSWORD)))
            await step("account: is changed", dfx.Users.retrieve(session), 200, lambda body: body["FirstName"] == "Anna")

    async def measuring(self, who: str, token: str) -> None:
        async with connect(token) as session:
            profile = await self.profile(who, session)
            await self.study(who, session)
            first = await self.measure_by_websocket(who, session, profile)
            second = await self.measure_by_rest(who, session)
            await self.listing(who, session, first, second)
            await self.report.step(f"{who}: delete the measurement", dfx.Measurements.delete(session, second))
            await self.report.step(f"{who}: it is deleted", dfx.Measurements.retrieve(session, second), 404)

    async def profile(self, who: str, session: aiohttp.ClientSession) -> str:
        step = self.report.step
        body = await step(f"{who}: create a profile", dfx.Profiles.create(session, "Ana", "no_email_provided"))
        profile = body["ID"]
        await step(f"{who}: change the profile", dfx.Profiles.update(session, profile, "Anna", "no_email_provided", "ACTIVE"))
        await step(f"{who}: retrieve the profile", dfx.Profiles.retrieve(session, profile), 200,
                   lambda found: found["Name"] == "Anna")
        await step(f"{who}: profiles of that name", dfx.Profiles.list(session, "Anna"), 200,
                   lambda rows: [row["ID"] for row in rows] == [profile])
        return profile

    async def study(self, who: str, session: aiohttp.ClientSession) -> None:
        step, study = self.report.step, self.site.study
        config = dfx.Studies.retrieve_sdk_config_data
        await step(f"{who}: studies", dfx.Studies.list(session), 200, lambda rows: study in [row["ID"] for row in rows])
        await step(f"{who}: retrieve the study", dfx.Studies.retrieve(session, study))
        body = await step(f"{who}: its configuration", config(session, study, "sequence", ""), 200,
                          lambda found: len(found["ConfigFile"]) > 0)
        await step(f"{who}: its configuration, unchanged", config(session, study, "sequence", body["MD5Hash"]), 304)

    async def measure_by_websocket(self, who: str, session: aiohttp.ClientSession, profile: str) -> str:
        report, step = self.report, self.report.step
        create = dfx.Measurements.create(session, self.site.study, 100, profile, who)
        measurement = (await step(f"{who}: create a measurement", create))["ID"]
        chunks = self.site.chunks()
        # A person's socket has no header: it signs in with its first message, as browsers must.
        opened = connect() if who == "person" else connect(dfx.Settings.device_token)
        async with opened, dfx.Measurements.ws_connect(opened) as ws:
            if who == "person":
                await dfx.Organizations.ws_auth_with_token(ws, request_id())
                status, _, _ = dfx.Measurements.ws_decode(await ws.receive(TIMEOUT_S))
                report.say(f"{who}: sign in on the websocket", status, None if status == 200 else "refused")
            subscribed, results = request_id(), request_id()
            await dfx.Measurements.ws_subscribe_to_results(ws, subscribed, measurement, results)
            sent: List[str] = []

            async def send() -> None:
                for at, chunk in enumerate(chunks):
                    sent.append(request_id())
                    await dfx.Measurements.ws_add_data(ws, sent[-1], measurement, action_of(at, len(chunks)), chunk)
                    await asyncio.sleep(self.site.paceS)

            async def receive() -> None:
                answers: List[str] = []
                rates: List[Optional[float]] = []
                while len(rates) < len(chunks) or len(answers) < len(chunks) + 1:
                    status, of, payload = dfx.Measurements.ws_decode(await ws.receive(TIMEOUT_S))
                    if of != results:
                        answers.append(of)
                        continue
                    body = json.loads(payload)
                    channel = body["Channels"].get("HR_BPM")
                    rates.append(channel["Data"][-1] / body["Multiplier"] if channel and channel["Data"] else None)
                is_whole = sorted(answers) == sorted([subscribed, *sent])
                report.say(f"{who}: every message on the websocket is answered", status, None if is_whole else repr(answers))
                report.say(f"{who}: a result of each chunk on the websocket", status, bpm=rates[-1])

            await asyncio.gather(send(), receive())
        body = await step(f"{who}: retrieve the measurement", complete(session, measurement), 200,
                          lambda found: 1 <= len(found["Results"]["HR_BPM"][0]["Data"]) <= len(chunks))
        report.say(f"{who}: heart rate of the measurement", 200, bpm=final_rate(body))
        return measurement

    async def measure_by_rest(self, who: str, session: aiohttp.ClientSession) -> str:
        step, chunks = self.report.step, self.site.chunks()
        create = dfx.Measurements.create(session, self.site.study)
        measurement = (await step(f"{who}: create a measurement for REST", create))["ID"]
        for at, chunk in enumerate(chunks):
            add = dfx.Measurements.add_data(session, measurement, action_of(at, len(chunks)), chunk)
            await step(f"{who}: chunk {at + 1} over REST", add)
            await asyncio.sleep(self.site.paceS)
        await step(f"{who}: result of the first chunk over REST", intermediate(session, measurement, 0))
        body = await step(f"{who}: retrieve the measurement over REST", complete(session, measurement), 200,
                          lambda found: found["StatusID"] == "COMPLETE")
        self.report.say(f"{who}: heart rate over REST", 200, bpm=final_rate(body))
        return measurement

    async def listing(self, who: str, session: aiohttp.ClientSession, first: str, second: str) -> None:
        step, rows_of = self.report.step, dfx.Measurements.list

        def only(measurement: str) -> Callable[[Any], bool]:
            return lambda rows: [(row["ID"], row["TotalCount"]) for row in rows] == [(measurement, 2)]

        # Newest first.
        await step(f"{who}: first page of measurements", rows_of(session, limit=1), 200, only(second))
        await step(f"{who}: second page of measurements", rows_of(session, limit=1, offset=1), 200, only(first))
        await step(f"{who}: no third page", rows_of(session, limit=1, offset=2), 200, lambda rows: rows == [])
        await step(f"{who}: measurements of the partner", rows_of(session, partner_id=who, status_id="complete"), 200,
                   lambda rows: [row["ID"] for row in rows] == [first])

    async def organisation(self) -> None:
        site = self.site
        email, password = site.administrator["email"], site.administrator["password"]
        async with connect() as session:
            await self.report.step("organisation: sign in",
                                   dfx.Organizations.login(session, email, password, site.organisation))
        async with connect(dfx.Settings.user_token) as session:
            await self.own_organisation(session)
            await self.members(session)
            await self.records(session)
            await self.studies(session)
            await self.fleet(session)

    async def own_organisation(self, session: aiohttp.ClientSession) -> None:
        step, site = self.report.step, self.site
        body = await step("organisation: retrieve", dfx.Organizations.retrieve(session), 200,
                          lambda found: found["Identifier"] == site.organisation)
        await step("organisation: change its contact alone", dfx.Organizations.update(session, contact_name="Jo Doe"))
        await step("organisation: the rest is unchanged", dfx.Organizations.retrieve(session), 200,
                   lambda found: (found["Name"], found["Contact"]) == (body["Name"], "Jo Doe"))
        await step("organisation: logo", dfx.Organizations.retrieve_logo(session, body["ID"]))

    async def members(self, session: aiohttp.ClientSession) -> None:
        step, organisations = self.report.step, dfx.Organizations
        email = f"member-{secrets.token_hex(6)}@example.org"
        create = organisations.create_user(session, "Bo", "Doe", email, "male", "1990-01-01", "USER")
        member = (await step("organisation: create an account", create))["ID"]
        await step("organisation: first page of accounts", organisations.list_users(session, limit=1), 200,
                   lambda rows: len(rows) == 1 and rows[0]["TotalCount"] >= 2)
        await step("organisation: the account by its address", organisations.list_users(session, email=email), 200,
                   lambda rows: [row["ID"] for row in rows] == [member])
        await step("organisation: change the account",
                   organisations.update_user(session, member, "Bob", "Doe", "male", "1990-01-01", 180, 80))
        await step("organisation: retrieve the account", organisations.retrieve_user(session, member), 200,
                   lambda found: found["FirstName"] == "Bob")
        await step("organisation: profiles of the account", dfx.Profiles.list_by_user(session, member))
        await step("organisation: remove the account", organisations.remove_user(session, member))

    async def records(self, session: aiohttp.ClientSession) -> None:
        step, organisations = self.report.step, dfx.Organizations
        rows = await step("organisation: measurements of the device",
                          organisations.list_measurements(session, partner_id="device"), 200, lambda found: len(found) > 0)
        await step("organisation: retrieve a measurement", organisations.retrieve_measurement(session, rows[0]["ID"]), 200,
                   lambda found: found["StatusID"] == "COMPLETE")
        rows = await step("organisation: profiles", organisations.list_profiles(session, user_profile_name="Anna"), 200,
                          lambda found: len(found) > 0)
        profile = rows[0]["ID"]
        await step("organisation: retrieve a profile", organisations.retrieve_profile(session, profile))
        await step("organisation: change a profile", organisations.update_profile(session, profile, "Anne"))

    async def studies(self, session: aiohttp.ClientSession) -> None:
        step, studies = self.report.step, dfx.Studies
        await step("organisation: types of studies", studies.types(session, "ACTIVE"))
        templates = await step("organisation: templates of studies", studies.list_templates(session, "ACTIVE", ""))
        create = studies.create(session, "Wards", "Sequence", templates[0]["ID"], {})
        study = (await step("organisation: create a study", create))["ID"]
        await step("organisation: change the study", studies.update(session, study, status="inactive"))
        await step("organisation: inactive studies", studies.list(session, status="inactive"), 200,
                   lambda rows: (study, "Wards") in [(row["ID"], row["Name"]) for row in rows])
        await step("organisation: delete the study's measurements", studies.delete_study_measurements(session, study))
        await step("organisation: delete the study", studies.delete(session, study))

    async def fleet(self, session: aiohttp.ClientSession) -> None:
        step, device = self.report.step, dfx.Settings.device_id
        rows = await step("organisation: licences", dfx.Licenses.list(session), 200, lambda found: len(found) > 0)
        await step("organisation: retrieve a licence", dfx.Licenses.get(session, rows[0]["ID"]), 200,
                   lambda found: self.site.licence not in json.dumps(found))
        await step("organisation: devices", dfx.Devices.list(session), 200,
                   lambda found: device in [row["ID"] for row in found])
        await step("organisation: retrieve the device", dfx.Devices.retrieve(session, device))
        await step("organisation: rename the device", dfx.Devices.update(session, device, "Ward tablet"))
        await step("organisation: delete the device's measurements", dfx.Devices.delete_measurements(session, device))

    async def leaving(self) -> None:
        step, site = self.report.step, self.site
        async with connect() as session:
            await step("account: request a password reset",
                       dfx.Auths.request_password_reset_email(session, self.email, site.organisation))
            await step("account: change the password",
                       dfx.Users.change_password(session, site.organisation, self.email, PASSWORD, NEW_PASSWORD))
        async with connect(dfx.Settings.device_token) as session:
            await step("account: the old password is refused", dfx.Users.login(session, self.email, PASSWORD), 401)
            await step("account: sign in with the new one", dfx.Users.login(session, self.email, NEW_PASSWORD))
        old = dfx.Settings.user_token
        async with connect(old) as session:
            await step("account: sign out", dfx.Users.logout(session))
            await step("account: its token is no longer valid", dfx.Users.retrieve(session), 401)
        async with connect(dfx.Settings.device_token) as session:
            await step("account: sign in to delete it", dfx.Users.login(session, self.email, NEW_PASSWORD))
        async with connect(dfx.Settings.user_token) as session:
            await step("account: remove", dfx.Users.remove(session))

    async def unregistering(self) -> None:
        step, token = self.report.step, dfx.Settings.device_token
        async with connect(token) as session:
            await step("device: unregister", dfx.Organizations.unregister_license(session))
            await step("device: its token is no longer valid", dfx.General.verify_token(session), 401)

    async def run(self) -> bool:
        """Whether every step was as documented."""
        dfx.Settings.rest_url = self.site.rest
        dfx.Settings.ws_url = self.site.websocket
        part = self.report.part
        await part("general", self.general())
        await part("device", self.registration())
        await part("account", self.account())
        await part("device", self.measuring("device", dfx.Settings.device_token))
        await part("person", self.measuring("person", dfx.Settings.user_token))
        await part("organisation", self.organisation())
        await part("account", self.leaving())
        await part("device", self.unregistering())
        return self.report.faults == 0


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: sequence.py SITE.json", file=sys.stderr)
        return 2
    text = sys.stdin.read() if sys.argv[1] == "-" else Path(sys.argv[1]).read_text(encoding="utf-8")
    warnings.simplefilter("ignore", DeprecationWarning)
    return 0 if asyncio.run(Sequence(Site(**json.loads(text))).run()) else 1


if __name__ == "__main__":
    sys.exit(main())
