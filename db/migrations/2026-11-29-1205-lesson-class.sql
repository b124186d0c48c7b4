-- For which class of licence, and so with which transmission, a lesson is. Empty where nobody said it and the instructor teaches several.
alter type booking add attribute licence_class text;
alter table lessons add column "licenceClass" text not null default ''
  constraint "lessons_licenceClass" check ("licenceClass" in ('', '3', '3A', '3C', '3CA', '4', '4P', '2B', '2A', '2'));
