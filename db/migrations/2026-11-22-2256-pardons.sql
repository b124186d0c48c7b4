-- What was let go or given on top is looked at together, among a million lessons of which few have any.
create index cancellations_mercy on cancellations (created) where "usesMercyPass";
create index settlements_goodwill on settlements (created)
  where gives @> '[{"to": "credit", "from": "platform"}]' or gives @> '[{"to": "credit", "from": "instructor"}]';
