import { createContext, useContext } from 'react';
import type { PolicyValues } from '#rules/policies/policy-values.ts';

const PolicyContext = createContext<PolicyValues | undefined>(undefined);

/** Puts the figures of the policies in force into every page below it. */
export const PolicyProvider = PolicyContext.Provider;

/** The figures of the policies that were in force when the page was made: every sentence about a rule is made from them. */
export function usePolicy(): PolicyValues {
  const policy = useContext(PolicyContext);
  if (!policy) throw new Error('The page came without the policies in force');
  return policy;
}
