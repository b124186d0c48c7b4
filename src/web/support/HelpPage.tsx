import { ChevronDown } from 'lucide-react';
import { LinkButton } from '../ui/Button.tsx';
import { type HelpCategory, helpCategories } from './help-answers.ts';

/** Questions with their answers by category, and how to reach a person. */
export function HelpPage() {
  return (
    <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div>
        <nav aria-label="Categories" className="mb-6 flex flex-wrap gap-2">
          {helpCategories.map(({ id, name }) => (
            <a key={id} href={`#${id}`} className="btn btn-secondary">
              {name}
            </a>
          ))}
        </nav>
        {helpCategories.map((category) => (
          <Category key={category.id} category={category} />
        ))}
      </div>
      <SupportBlock />
    </div>
  );
}

function Category({ category }: { category: HelpCategory }) {
  return (
    <section aria-labelledby={category.id} className="mb-9">
      <h2 id={category.id} className="mb-2 scroll-mt-24 text-2xl">
        {category.name}
      </h2>
      {category.questions.map(({ question, answer }) => (
        <details key={question} className="group border-line border-t-2 border-dashed first-of-type:border-t-0">
          <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-2 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              size={20}
              strokeWidth={1.75}
              aria-hidden
              className="shrink-0 text-soft transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="max-w-[65ch] pb-4 text-soft">{answer}</p>
        </details>
      ))}
    </section>
  );
}

function SupportBlock() {
  return (
    <aside aria-labelledby="support" className="card overflow-hidden">
      <div className="kerb" aria-hidden />
      <div className="p-5">
        <h2 id="support" className="text-xl">
          Ask a person
        </h2>
        <dl className="mt-3 grid gap-3">
          <div>
            <dt className="text-sm text-soft">Support hours</dt>
            <dd>Monday to Friday, 9 AM to 6 PM SGT</dd>
          </div>
          <div>
            <dt className="text-sm text-soft">Average response time</dt>
            <dd>2 hours</dd>
          </div>
        </dl>
        <p className="lane-top mt-4 pt-4 text-sm text-soft">
          Something about a lesson? Open it first: its page has the number of the instructor and the receipt.
        </p>
        <LinkButton variant="secondary" to="/dashboard/lesson-history" className="mt-4 w-full">
          My lessons
        </LinkButton>
      </div>
    </aside>
  );
}
