import { useState } from 'react';

/** A value that can be changed here and still follows `given` whenever that changes. */
export function useFollowed<T>(given: T): [T, (value: T) => void] {
  const [state, setState] = useState({ given, value: given });
  const value = state.given === given ? state.value : given;
  return [value, (next) => setState({ given, value: next })];
}
