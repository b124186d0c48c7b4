-- From where guests hold times, as a digest: for a day after the hold's end, or until an account takes it over. Counted, never shown.
create table _guest_networks (
  lesson text primary key,
  network text not null,
  until timestamptz not null
);
create index _guest_networks_network on _guest_networks (network, until);
create index _guest_networks_until on _guest_networks (until);

-- It hears of the network now.
drop function if exists hold_for_guest(booking, timestamptz);
