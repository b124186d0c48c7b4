import { useState } from 'react';

/** A value that can be changed here and still follows `given` whenever that changes. */
export function useFollowed<T>(given: T): [T, (value: T) => void] {
  const [state, setState] = useState({ given, value: given });
  const isStale = state.given !== given;
  if (isStale) setState({ given, value: given });
  return [isStale ? given : state.value, (value) => setState({ given, value })];
}
