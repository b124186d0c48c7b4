-- The role of those who look after the money and see no papers.
alter table users drop constraint users_role;
alter table users add constraint users_role check (role in ('user', 'premium', 'moderator', 'finance', 'admin'));
