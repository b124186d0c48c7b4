-- From where people hold times who are new here: guests, and accounts that never paid and whose address nobody proved. A keyed digest, for a day.
alter table _guest_networks rename to _hold_networks;
alter index _guest_networks_pkey rename to _hold_networks_pkey;
alter index _guest_networks_network rename to _hold_networks_network;
alter index _guest_networks_until rename to _hold_networks_until;
-- What stands there has no key and is good for a day.
delete from _hold_networks;

alter type booking
  -- The digest of the network that asks, or empty where it is not known.
  add attribute network text;

-- The booking says it now.
drop function if exists hold_for_guest(booking, text, timestamptz);
drop function if exists guest_network_refusal(text, timestamptz);
