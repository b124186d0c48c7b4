-- Which accounts a report's file names, so that closing one of them deletes it and no other. Of older ones it is not known: `*` stands for anybody.
alter table reports add column _names text[] not null default '{}';
update reports set _names = '{*}' where file <> '' and type in ('performance', 'security');
