-- Names and public texts of before the door for texts: what strangers would be sent in mails and notices, or read on public pages, goes (decision "One door for texts").

-- A name word by word: without characters that nobody sees, addresses, hosts, signs but those of a descent or an alias, and numbers.
create function pg_temp.clean_name(name text, instead text) returns text language sql as $$
  select coalesce(nullif(trim(regexp_replace(string_agg(word, ' ' order by place), '([0-9][ .,()_*-]*){4,}', '', 'g')), ''), instead)
  from regexp_split_to_table(
    regexp_replace(name, '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]', '', 'g'), '\s+')
    with ordinality as split (word, place)
  where lower(word) in ('@', 's/o', 'd/o', 'w/o', 'a/l', 'a/p') or word !~ '[/@\\]|[[:alnum:]-]{2}[.。｡][[:alnum:]]{2}'
$$;
create function pg_temp.is_wrong(name text) returns boolean language sql as $$
  select regexp_replace(name, '(^|\s)([sdw]/o|a/[lp]|@)(?=\s|$)', ' ', 'gi')
    ~ '[/@\\]|[[:alnum:]-]{2}[.。｡][[:alnum:]]{2}|([0-9][ .,()_*-]*){4}|[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]'
$$;
update users set name = pg_temp.clean_name(name, '') where pg_temp.is_wrong(name);
update users set "firstName" = pg_temp.clean_name("firstName", '') where pg_temp.is_wrong("firstName");
update users set "lastName" = pg_temp.clean_name("lastName", '') where pg_temp.is_wrong("lastName");
update instructors set name = pg_temp.clean_name(name, 'Instructor') where pg_temp.is_wrong(name);
update own_learners set name = pg_temp.clean_name(name, 'Learner') where pg_temp.is_wrong(name);
update conversations set "learnerName" = pg_temp.clean_name("learnerName", 'A learner') where pg_temp.is_wrong("learnerName");
update conversations set "instructorName" = pg_temp.clean_name("instructorName", 'Instructor') where pg_temp.is_wrong("instructorName");
update reviews set "authorName" = pg_temp.clean_name("authorName", 'A learner') where pg_temp.is_wrong("authorName");

-- Of texts what is plainly a number, an address or a link; what is written from now on is looked at closely.
create function pg_temp.hide(words text) returns text language sql as $$
  select regexp_replace(regexp_replace(regexp_replace(words,
    'https?://\S+|\mwww\.\S+|\m(wa|t)\.me/\S+', '[link hidden]', 'gi'),
    '[[:alnum:]._%+-]+@[[:alnum:]-]+(\.[[:alnum:]-]+)+', '[email hidden]', 'g'),
    '(\+?\m65[ -]?)?(^|(?<=[^0-9$]))[3689][0-9]{3}[ .-]?[0-9]{4}(?![0-9])', '[number hidden]', 'g')
$$;
update instructors set bio = pg_temp.hide(bio), "vehicleModel" = pg_temp.hide("vehicleModel")
where (bio, "vehicleModel") is distinct from (pg_temp.hide(bio), pg_temp.hide("vehicleModel"));
update reviews set text = pg_temp.hide(text) where text is distinct from pg_temp.hide(text);
update review_replies set text = pg_temp.hide(text) where text is distinct from pg_temp.hide(text);
drop function pg_temp.clean_name, pg_temp.is_wrong, pg_temp.hide;
