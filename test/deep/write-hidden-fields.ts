/*
 * Writes down, for the collections of the product and the system, which field is shown to whom: by collection and field the rule of its `seenBy`, null for
 * nobody but superusers. The first argument is the file to write. What `bin/check --deep openapi` looks for in every record of an answer.
 */
import { writeFileSync } from 'node:fs';
import { hiddenFields } from './hidden-fields.ts';

const [file = 'hidden-fields.json'] = process.argv.slice(2);
writeFileSync(file, JSON.stringify(hiddenFields(), null, 2));
