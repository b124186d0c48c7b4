-- Why a claim about safety took nobody out of the search before staff decided; empty where it did, and of other kinds.
alter table claims
  add column unheeded text not null default ''
    constraint claims_unheeded check (unheeded in ('', 'not_begun', 'not_paid', 'said_before', 'said_of_another'));
