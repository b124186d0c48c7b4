"""What a program with PocketBase's asynchronous Python client does, asked of a started Kerbside: ADDRESS EMAIL PASSWORD."""

import asyncio
import logging
import sys

from pocketbase import PocketBase


async def main(address: str, email: str, password: str) -> None:
    client = PocketBase(address)
    await client.collection("_superusers").auth.with_password(email, password)
    fields = [{"name": "name", "type": "text"}, {"name": "age", "type": "number"}]
    await client.collections.create({"name": "birds", "type": "base", "fields": fields})
    birds = client.collection("birds")
    heard: asyncio.Queue = asyncio.Queue()
    unsubscribe = await birds.subscribe_all(heard.put)
    myna = await birds.create({"name": "Myna", "age": 3})
    told = await asyncio.wait_for(heard.get(), 10)
    assert (told["action"], told["record"]["id"]) == ("create", myna["id"])
    assert (await birds.update(myna["id"], {"age+": 2}))["age"] == 5
    assert (await birds.get_list(1, 10, {"filter": "age > 4"}))["totalItems"] == 1
    assert (await birds.get_first({"filter": 'name = "Myna"'}))["id"] == myna["id"]
    tried = await client.collections.dry_run_view_query("select id, name as birdName from birds")
    assert tried["sample"][0]["birdName"] == "Myna"
    assert (await client.sql.run("select name from birds"))["rows"] == [["Myna"]]
    await unsubscribe()
    await birds.delete(myna["id"])
    assert await birds.get_full_list() == []
    assert (await client.health.check())["code"] == 200


# It writes an error of its own when it closes its stream.
logging.disable(logging.ERROR)
asyncio.run(main(*sys.argv[1:]))
