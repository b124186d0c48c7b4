-- Names and public texts of before the door for texts: what strangers would be sent in mails and notices, or read on public pages, goes (decision "One door for texts").
do $$
declare
  unseen constant text := '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
  number constant text := '([0-9][ .,()_*-]*){4,}';
  wrong constant text := '[/@\\]|[[:alnum:]-]{2}[.。｡][[:alnum:]]{2}';
  named text[];
  worded text[];
begin
  -- Names word by word: without characters that nobody sees, addresses, hosts, signs but those of a descent or an alias, and numbers.
  foreach named slice 1 in array array[
    ['users', 'name', ''], ['users', 'firstName', ''], ['users', 'lastName', ''], ['instructors', 'name', 'Instructor'], ['own_learners', 'name', 'Learner'],
    ['conversations', 'learnerName', 'A learner'], ['conversations', 'instructorName', 'Instructor'], ['reviews', 'authorName', 'A learner']]
  loop
    execute format(
      $sql$
        update %1$I set %2$I = coalesce(nullif((
          select trim(regexp_replace(string_agg(word, ' ' order by place), %6$L, '', 'g'))
          from regexp_split_to_table(regexp_replace(%2$I, %4$L, '', 'g'), '\s+') with ordinality as split (word, place)
          where lower(word) in ('@', 's/o', 'd/o', 'w/o', 'a/l', 'a/p') or word !~ %5$L), ''), %3$L)
        where regexp_replace(%2$I, '(^|\s)([sdw]/o|a/[lp]|@)(?=\s|$)', ' ', 'gi') ~ (%4$L || '|' || %5$L || '|' || %6$L)
      $sql$,
      named[1], named[2], named[3], unseen, wrong, number);
  end loop;

  -- Of texts what is plainly a number, an address or a link; what is written from now on is looked at closely.
  foreach worded slice 1 in array array[
    ['instructors', 'bio'], ['instructors', 'vehicleModel'], ['reviews', 'text'], ['review_replies', 'text'], ['hand_overs', 'note']]
  loop
    execute format(
      $sql$
        with hidden as (
          select id, regexp_replace(regexp_replace(regexp_replace(%2$I,
            'https?://\S+|\mwww\.\S+|\m(wa|t)\.me/\S+', '[link hidden]', 'gi'),
            '[[:alnum:]._%%+-]+@[[:alnum:]-]+(\.[[:alnum:]-]+)+', '[email hidden]', 'g'),
            '(\+?\m65[ -]?)?(^|(?<=[^0-9$]))[3689][0-9]{3}[ .-]?[0-9]{4}(?![0-9])', '[number hidden]', 'g') as words
          from %1$I)
        update %1$I t set %2$I = hidden.words from hidden where hidden.id = t.id and t.%2$I is distinct from hidden.words
      $sql$,
      worded[1], worded[2]);
  end loop;
end $$;
