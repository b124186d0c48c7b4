import type { ReactNode } from 'react';
import * as texts from '#texts/adminRules.ts';
import { inline } from '../../../platform/ui/inline.ts';

/** "Remove", and for those who only hear it, what: a row says that already. */
export function removeWords(name: string): ReactNode {
  return inline(texts.removeNamed({ name, span: (text) => <span className="unseen">{text}</span> }));
}
