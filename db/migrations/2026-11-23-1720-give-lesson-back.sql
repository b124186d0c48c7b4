-- What gives the money of a lesson back is one function.
drop function if exists refund_lesson(text, text, integer, timestamptz);
drop function if exists credit_lesson(text, text, integer, timestamptz);
