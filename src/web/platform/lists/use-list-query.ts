import { useNavigate, useSearchParams } from 'react-router';
import { besideList, changeList, type ListChange, type ListSpec, listText, readListQuery } from './list-query.ts';

/** The state of a list in the address, and the ways to change it. `isTyping`: one of many changes that are one step back. */
export function useListQuery(spec: ListSpec) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const query = readListQuery(params, spec);
  // What the address says besides is read from the browser: a change that is being drawn still is in no state of ours yet.
  const go = (text: string, replace: boolean) => {
    const search = besideList(text, new URLSearchParams(location.search), spec);
    void navigate({ search }, { replace, preventScrollReset: true });
  };
  return {
    query,
    change: (change: ListChange, isTyping = false) => go(listText(changeList(query, change), spec), isTyping),
    clear: () => go('', false),
    searchOf: (page: number) => listText({ ...query, page }, spec),
  };
}
