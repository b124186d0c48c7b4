-- From which network address a code was asked for: a stranger who asks for many must not use up those of the owner.
alter table _otps add column _place text not null default '';
