-- Trust follows money that stays, asked for an instructor (db/functions/hold-shares.sql); the functions that asked for any payment go.
drop function if exists is_new_here(text);
drop function if exists has_paid(text);
