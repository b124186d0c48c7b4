/** Rules that neither the compiler's layers nor the linter can see. The layers themselves are tsconfig references. */
module.exports = {
  forbidden: [
    {
      name: 'layers',
      comment:
        'rules, texts and engine import nothing above them; wire types what rules name; web speaks HTTP and may import rules, wire and texts only.',
      severity: 'error',
      from: { path: '^src/(rules|wire|texts|engine|marketplace|web)/' },
      to: { path: '^src/(config|main)\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^src/rules/' },
      to: { path: '^(src/(wire|texts|engine|marketplace|web)/|node:)' },
    },
    {
      name: 'wire-has-rules-below',
      severity: 'error',
      from: { path: '^src/wire/' },
      to: { pathNot: '^src/(rules|wire)/' },
    },
    {
      name: 'wire-has-only-types',
      comment: 'What both sides run is a rule or belongs to one of them.',
      severity: 'error',
      from: {},
      to: { path: '^src/wire/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'texts-are-only-texts',
      severity: 'error',
      from: { path: '^src/texts/' },
      to: { path: '^(src/(rules|wire|engine|marketplace|web)/|node:)' },
    },
    {
      name: 'engine-knows-no-lesson',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { path: '^src/(rules|wire|texts|marketplace|web)/' },
    },
    {
      name: 'marketplace-has-no-screen',
      severity: 'error',
      from: { path: '^src/marketplace/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'web-speaks-http',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/(engine|marketplace)/' },
    },
    {
      name: 'money-knows-no-lesson',
      comment:
        'Lessons know their money, money knows no lesson: where both meet, src/marketplace joins them (open-till.ts, prove-ledger.ts). What remains is SQL that ' +
        'reads lessons: entries and payouts are shown with the names of a lesson’s people, what a lesson in dispute or ahead is to pay out waits, fees are proved ' +
        'by instructor, and an entry belongs to the parties of its lesson. The state and the people of a lesson stand in one row that is right at that moment; a ' +
        'copy kept beside the money would have to be kept right.',
      severity: 'error',
      from: {
        path: '^src/marketplace/money/(payments|refunds|payouts|ledger|chargebacks|receipts|bank|credit|stripe)/',
      },
      to: { path: '^src/(marketplace/booking|rules)/lessons/' },
    },
    {
      name: 'web-has-a-ground',
      comment: 'What every page stands on (time, configuration, the page itself) knows no page; styles are no code.',
      severity: 'error',
      from: { path: '^src/web/platform/ground/' },
      to: { path: '^src/web/', pathNot: '^src/web/platform/(ground|styles)/' },
    },
    {
      name: 'web-parts-stand-on-the-ground',
      severity: 'error',
      from: { path: '^src/web/platform/ui/' },
      to: { path: '^src/web/', pathNot: '^src/web/platform/(ground|ui)/' },
    },
    {
      name: 'web-lists-and-session-know-no-page',
      severity: 'error',
      from: { path: '^src/web/platform/(lists|session)/' },
      to: { path: '^src/web/', pathNot: '^src/web/platform/(ground|ui|lists|session)/' },
    },
    {
      name: 'web-records-know-no-page',
      comment:
        'What several features read: the shape of records and answers, their reads and the words of their states.',
      severity: 'error',
      from: { path: '^src/web/platform/records/' },
      to: { path: '^src/web/', pathNot: '^src/web/platform/(ground|ui|lists|session|records)/' },
    },
    {
      name: 'web-app-is-on-top',
      comment: 'The application puts pages together: nothing of it is used from below.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '^src/web/app/' },
      to: { path: '^src/web/app/' },
    },
    {
      name: 'web-shell-is-above-pages',
      comment: 'Only the application loads it.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '^src/web/app/([^/]+$|shell/)' },
      to: { path: '^src/web/app/shell/' },
    },
    {
      name: 'stores-are-private',
      comment: 'The SQL of a feature is reached through its verbs.',
      severity: 'error',
      from: { path: '^src/(.+)/[^/]+$' },
      to: { path: '\\.store\\.ts$', pathNot: '^src/$1/' },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^src/texts/generated/',
          '\\.d\\.ts$',
          '^src/main\\.ts$',
          '\\.css$',
          '\\.geojson$',
          '^src/web/app/public/',
        ],
      },
      to: {},
    },
    {
      name: 'tests-stay-outside',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|bin)/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests stand beside what they test and import from everywhere.
    exclude: { path: '(^|/)(dist|data|\\.cache)/|\\.test\\.tsx?$' },
    // Types count too: a feature that needs another's type depends on it.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
