/*
 * Writes down what the reference answers to the tables: REFERENCE=<url> REFERENCE_TOKEN=<superuser's token> node test/reference/record-answers.ts
 * `bin/check --reference --record` starts it and does that.
 */
import { writeFileSync } from 'node:fs';
import { runTable } from './run-table.ts';
import { answersFile, readTable, tableNames } from './tables.ts';

const day = new Date().toISOString().slice(0, 10);
const { REFERENCE: url = '', REFERENCE_TOKEN: token = '' } = process.env;
for (const name of tableNames) {
  const answers = await runTable({ url, token, day }, name, readTable(name));
  const stories = Object.entries(answers).map(
    ([story, told]) => `${JSON.stringify(story)}: [\n${told.map((answer) => JSON.stringify(answer)).join(',\n')}\n]`,
  );
  writeFileSync(answersFile(name), `{\n${stories.join(',\n')}\n}\n`);
}
