"""What a program with PocketBase's Python client does, asked of a started Kerbside: ADDRESS EMAIL PASSWORD."""

import sys

from pocketbase import PocketBase

address, email, password = sys.argv[1:]
client = PocketBase(address)
client.collection("_superusers").auth_with_password(email, password)
fields = [{"name": "name", "type": "text"}, {"name": "age", "type": "number"}]
client.collections.create({"name": "pets", "type": "base", "fields": fields})
pets = client.collection("pets")
kopi = pets.create({"name": "Kopi", "age": 3})
assert pets.update(kopi.id, {"age+": 2}).age == 5
assert pets.get_list(1, 10, {"filter": "age > 4"}).total_items == 1
assert pets.get_first_list_item('name = "Kopi"').id == kopi.id
view = "select id, name as petName from pets"
client.collections.create({"name": "petNames", "type": "view", "viewQuery": view})
assert client.collection("petNames").get_full_list()[0].pet_name == "Kopi"
assert pets.delete(kopi.id) is True
assert pets.get_full_list() == []
assert client.health.check().code == 200
