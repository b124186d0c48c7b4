/**
 * Public holidays of Singapore (docs/rules.md, a10): 2026 as gazetted, 2027 as expected before the gazette, which the names say. Kept in
 * a table that admins edit; never computed. When one falls on a Sunday the Monday after is off as well.
 */
export const firstHolidays: ReadonlyArray<{ date: string; name: string }> = [
  { date: '2026-01-01', name: "New Year's Day" },
  { date: '2026-02-17', name: 'Chinese New Year' },
  { date: '2026-02-18', name: 'Chinese New Year, second day' },
  { date: '2026-03-21', name: 'Hari Raya Puasa' },
  { date: '2026-04-03', name: 'Good Friday' },
  { date: '2026-05-01', name: 'Labour Day' },
  { date: '2026-05-27', name: 'Hari Raya Haji' },
  { date: '2026-05-31', name: 'Vesak Day' },
  { date: '2026-06-01', name: 'Vesak Day, day in lieu' },
  { date: '2026-08-09', name: 'National Day' },
  { date: '2026-08-10', name: 'National Day, day in lieu' },
  { date: '2026-11-08', name: 'Deepavali' },
  { date: '2026-11-09', name: 'Deepavali, day in lieu' },
  { date: '2026-12-25', name: 'Christmas Day' },
  { date: '2027-01-01', name: "New Year's Day" },
  { date: '2027-02-06', name: 'Chinese New Year (to be confirmed)' },
  { date: '2027-02-07', name: 'Chinese New Year, second day (to be confirmed)' },
  { date: '2027-02-08', name: 'Chinese New Year, day in lieu (to be confirmed)' },
  { date: '2027-03-10', name: 'Hari Raya Puasa (to be confirmed)' },
  { date: '2027-03-26', name: 'Good Friday (to be confirmed)' },
  { date: '2027-05-01', name: 'Labour Day' },
  { date: '2027-05-16', name: 'Hari Raya Haji (to be confirmed)' },
  { date: '2027-05-17', name: 'Hari Raya Haji, day in lieu (to be confirmed)' },
  { date: '2027-05-20', name: 'Vesak Day (to be confirmed)' },
  { date: '2027-08-09', name: 'National Day' },
  { date: '2027-10-28', name: 'Deepavali (to be confirmed)' },
  { date: '2027-12-25', name: 'Christmas Day' },
];
