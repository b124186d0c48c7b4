import type { Collection } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { ErrorData } from '../http/api-error.ts';
import { fieldError } from './field-errors.ts';

/** The largest number that a column of whole numbers takes; the smallest is one further below zero. */
const largest = 2_147_483_647;

/** The refusals of numbers that columns of whole numbers can't take. */
export function refuseHugeNumbers(collection: Collection, record: RecordValues): ErrorData {
  const refusals: ErrorData = {};
  for (const { name, type } of collection.fields) {
    if (type !== 'number') continue;
    const value = Number(record[name]);
    if (value > largest) {
      const params = { max: largest };
      refusals[name] = fieldError('validation_max_number_constraint', 'Must be less or equal than {max}.', params);
    } else if (value < -largest) {
      const params = { min: -largest };
      refusals[name] = fieldError('validation_min_number_constraint', 'Must be greater or equal than {min}.', params);
    }
  }
  return refusals;
}

/** The record with nothing in the place of each number that a column of whole numbers can't take: too large, or with a fraction. */
export function withFittingNumbers(collection: Collection, record: RecordValues): RecordValues {
  const fitting = { ...record };
  for (const field of collection.fields) {
    if (field.type !== 'number') continue;
    const value = Number(record[field.name]);
    if (Math.abs(value) > largest || (field.onlyInt && !Number.isInteger(value))) fitting[field.name] = 0;
  }
  return fitting;
}
