import { inferValue } from './infer-value.ts';

export type FormValues = {
  /** Adds a form text under its key; the values of a repeated key become a list. */
  add: (key: string, text: string) => void;
  /** Puts the values of an object in place of those under its keys. */
  merge: (values: Record<string, unknown>) => void;
  fields: () => Record<string, unknown>;
};

/** The values of a form as they come in, each in the same time however many there are. Any name is a plain key. */
export function createFormValues(): FormValues {
  const values = new Map<string, unknown>();
  const repeated = new Map<string, unknown[]>();
  return {
    add(key, text) {
      const value = inferValue(text);
      const list = repeated.get(key);
      if (list) list.push(value);
      else if (values.has(key)) {
        const both = [values.get(key), value];
        repeated.set(key, both);
        values.set(key, both);
      } else values.set(key, value);
    },
    merge(others) {
      for (const [key, value] of Object.entries(others)) {
        repeated.delete(key);
        values.set(key, value);
      }
    },
    fields: () => Object.fromEntries(values),
  };
}
