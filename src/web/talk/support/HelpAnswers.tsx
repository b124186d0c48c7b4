import { ChevronDown } from 'lucide-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { askAboutPath } from '#rules/paths/help-paths.ts';
import * as texts from '#texts/support.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { SearchField } from '../../platform/lists/SearchField.tsx';
import { Button, LinkButton } from '../../platform/ui/Button.tsx';
import { EmptyState } from '../../platform/ui/EmptyState.tsx';
import { placeOfAnswer } from './answer-places.ts';
import { findAnswers, type HelpCategory, helpCategories } from './help-answers.ts';

/** Questions with their answers by category, searched as the address says. */
export function HelpAnswers() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const search = params.get('q')?.slice(0, 100) ?? '';
  const policy = usePolicy();
  const found = findAnswers(search, policy);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  const searchFor = (q: string) =>
    void navigate({ search: q ? `?${new URLSearchParams({ q })}` : '' }, { replace: true, preventScrollReset: true });
  return (
    <div>
      <search aria-label={texts.answers} className="mb-4 block">
        <SearchField
          label={texts.searchTheAnswers}
          placeholder={texts.refundPayNowStartCode}
          value={search}
          onSearch={searchFor}
        />
      </search>
      <p role="status" className="mb-4 min-h-6 text-soft">
        {search && texts.answersFound({ count })}
      </p>
      {!search && <Categories />}
      {found.map((category) => (
        <Category key={category.id} category={category} isSearched={search !== ''} />
      ))}
      {count === 0 && <NoAnswer search={search} onClear={() => searchFor('')} />}
    </div>
  );
}

function Categories() {
  return (
    <nav aria-label={texts.categories} className="mb-6 flex flex-wrap gap-2">
      {helpCategories(usePolicy()).map(({ id, name }) => (
        <a key={id} href={`#${id}`} className="btn btn-secondary">
          {name}
        </a>
      ))}
      {/* Beside the answers on a wide screen; far below them on a phone. */}
      <a href="#support" className="btn btn-secondary text-green lg:hidden">
        {texts.askAPerson}
      </a>
    </nav>
  );
}

function NoAnswer({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      title={texts.noAnswerFits}
      action={
        <>
          <Button variant="secondary" onClick={onClear}>
            {texts.showAllAnswers}
          </Button>
          <LinkButton to={askAboutPath({ subject: search })}>{texts.askTheSupport}</LinkButton>
        </>
      }
    >
      <p>{texts.tryOneWord}</p>
    </EmptyState>
  );
}

function Category({ category, isSearched }: { category: HelpCategory; isSearched: boolean }) {
  return (
    <section aria-labelledby={category.id} className="mb-9">
      <h2 id={category.id} className="mb-2 scroll-mt-24 text-heading">
        {category.name}
      </h2>
      {category.questions.map(({ question, answer }) => (
        <details
          key={`${question} ${isSearched}`}
          open={isSearched}
          className="group border-line border-t-2 border-dashed first-of-type:border-t-0"
        >
          <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              size={20}
              strokeWidth={1.75}
              aria-hidden
              className="shrink-0 text-soft transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="max-w-[65ch] pb-4 text-soft">
            {answer} <Place question={question} />
          </p>
        </details>
      ))}
    </section>
  );
}

function Place({ question }: { question: string }) {
  const place = placeOfAnswer(question);
  if (!place) return null;
  return (
    <Link to={place.path} className="inline-block py-1 font-semibold">
      {texts.goToPage({ page: place.name })}
    </Link>
  );
}
