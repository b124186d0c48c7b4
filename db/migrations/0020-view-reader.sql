-- View collections are SELECTs that superusers write. Their views belong to a role that may read what no secret is, and nothing else:
-- whoever reads such a view, its tables are read with this role's rights. Nobody can sign in as it. Roles belong to the whole cluster, so
-- another database may have made it already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'kerbside_view_reader') then
    begin
      create role kerbside_view_reader nologin noinherit;
    exception
      when duplicate_object or unique_violation then null;
      -- An operator who lets nobody make roles makes this one by hand; until then views are refused.
      when insufficient_privilege then
        raise notice 'The role kerbside_view_reader is missing: view collections cannot be made.';
        return;
    end;
  end if;
  begin
    if not pg_has_role(current_user, 'kerbside_view_reader', 'member') then
      execute format('grant kerbside_view_reader to %I', current_user);
    end if;
    execute format('grant usage, create on schema %I to kerbside_view_reader', current_schema());
  exception
    when insufficient_privilege then
      raise notice 'The role kerbside_view_reader cannot be used: view collections cannot be made.';
  end;
end
$$;
