"""What no answer may hold, whoever asks: loaded by schemathesis (bin/check --deep openapi) as a check besides "no server error"."""

import functools
import json
import os
import re
import urllib.parse
import urllib.request

import schemathesis

JUDGE = json.loads(os.environ["KERBSIDE_JUDGE"])
with open(JUDGE["hiddenFields"], encoding="utf-8") as file:
    HIDDEN = json.load(file)

NEVER = [
    ("a token key", re.compile(r'"tokenKey"\s*:')),
    ("a hash of a password", re.compile(r"\$argon2|\$2[aby]\$\d\d\$")),
    ("a column of the server's own", re.compile(r'"_(?:author|request_hash|seq|closed|key)"\s*:')),
]
# The code that a learner tells the instructor, and what the payment provider calls a payment.
OTHERS = [
    ("a start code", re.compile(r'"startCode"\s*:\s*"\d')),
    ("a provider's reference", re.compile(r'"providerReference"\s*:\s*"[^"]')),
]




def ask(method, path, token):
    headers = {"Authorization": token, "Content-Type": "application/json"}
    request = urllib.request.Request(JUDGE["url"] + path, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


@functools.cache
def asker():
    """The account that asks, as its rules know it; a guest has none."""
    token = os.environ["KERBSIDE_TOKEN"]
    return ask("POST", "/api/collections/users/auth-refresh", token)["record"] if token else {}


def as_text(value):
    return json.dumps(value if isinstance(value, str) else "")


@functools.cache
def is_shown(collection, record, rule):
    """Whether the rule of a field holds for the asker, or the record is gone since: asked of the records API as a superuser, who sees all."""
    told = re.sub(r"@request\.auth\.(\w+)", lambda name: as_text(asker().get(name[1], "")), rule)

    def finds(condition):
        query = urllib.parse.urlencode({"filter": condition, "perPage": 1, "skipTotal": "true", "fields": "id"})
        return ask("GET", f"/api/collections/{collection}/records?{query}", JUDGE["token"])["items"] != []

    one = f"id = {as_text(record)}"
    return finds(f"{one} && ({told})") or not finds(one)


def records_in(value):
    if isinstance(value, list):
        for inner in value:
            yield from records_in(inner)
    if isinstance(value, dict):
        if isinstance(value.get("collectionName"), str) and isinstance(value.get("id"), str):
            yield value
        for inner in value.values():
            yield from records_in(inner)


def hidden_ones(value):
    """The fields of records in an answer that are not the asker's to see, by what the collections say of them (seenBy)."""
    for record in records_in(value):
        collection = record["collectionName"]
        for field, rule in HIDDEN.get(collection, {}).items():
            # What is kept from somebody is left out, or blank.
            if record.get(field) in (None, "", 0, False) or record.get(field) in ([], {}):
                continue
            if rule is None or not is_shown(collection, record["id"], rule):
                yield f"{collection}.{field} of {record['id']}"


@schemathesis.check
def no_hidden_field(ctx, response, case):
    role = os.environ["KERBSIDE_ROLE"]
    if role == "superuser" or case.operation.path.endswith("openapi.json"):
        return
    patterns = NEVER + ([] if role == "learner" else OTHERS)
    if "json" in "".join(response.headers.get("content-type", "")):
        for shown in hidden_ones(response.json()):
            raise AssertionError(f"{role} was shown {shown}")
    # A PDF is no text; what can be read of it is looked at all the same.
    text = response.content.decode("utf-8", "replace")
    for name, pattern in patterns:
        found = pattern.search(text)
        if found:
            raise AssertionError(f"{role} was shown {name}: {text[max(0, found.start() - 80):found.end() + 20]}")
