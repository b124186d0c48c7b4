import { RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#texts/verifying.ts';
import { type Paper, paperNames } from '../../../platform/records/profile-record.ts';
import { useFileToken } from '../../../platform/session/use-file-token.ts';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { IconButton } from '../../../platform/ui/Button.tsx';
import { classNames } from '../../../platform/ui/class-names.ts';
import { fileUrl } from '../../../platform/ui/file-url.ts';
import { formatDate } from '../../../platform/ui/format-time.ts';

const most = 5;
/** As high before the picture is there, so that nothing moves when it comes. */
const pane = 'h-[min(60dvh,32rem)] overflow-auto bg-sunken p-2';
const isPdf = ({ file }: Paper) => /\.pdf$/i.test(file);

/** The papers of a case, one at a time, larger and turned as needed. Each look at one is written down. */
export function PaperView({ papers }: { papers: readonly Paper[] }) {
  const [chosen, setChosen] = useState<string>();
  const token = useFileToken(papers.some(({ file }) => file !== ''));
  const paper =
    papers.find(({ id }) => id === chosen) ?? papers.find(({ status }) => status === 'pending') ?? papers[0];
  if (!paper) return <p className="card p-4 text-soft">{texts.noPaper}</p>;
  return (
    <section aria-label={texts.papers} className="card overflow-hidden">
      <ul className="flex flex-wrap gap-2 border-line border-b p-3">
        {papers.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              aria-pressed={each.id === paper.id}
              onClick={() => setChosen(each.id)}
              className={classNames('btn btn-secondary text-note', each.id === paper.id && 'border-green bg-tint')}
            >
              {paperNames[each.kind] ?? each.kind}, {formatDate(each.created)}
              {each.status !== 'pending' && (
                <Badge tone={each.status === 'accepted' ? 'green' : 'red'} className="shrink-0 whitespace-nowrap">
                  {each.status === 'accepted' ? texts.accepted : texts.refused}
                </Badge>
              )}
            </button>
          </li>
        ))}
      </ul>
      {paper.file === '' && (
        <p className="p-4 text-soft">{paper.status === 'pending' ? texts.noFile : texts.fileIsGone}</p>
      )}
      {paper.file !== '' && token && <Sheet key={paper.id} paper={paper} token={token} />}
      {paper.file !== '' && !token && !isPdf(paper) && (
        <div aria-hidden className="pt-11">
          <div className={pane} />
        </div>
      )}
    </section>
  );
}

function Sheet({ paper, token }: { paper: Paper; token: string }) {
  const [size, setSize] = useState(1);
  const [turns, setTurns] = useState(0);
  // The address of the first look: each token is another address, and another line in the audit trail.
  const [address] = useState(`${fileUrl(paper, paper.file) ?? ''}?token=${token}`);
  const name = paperNames[paper.kind] ?? paper.kind;
  if (isPdf(paper)) {
    return (
      <p className="p-4">
        <a href={address} target="_blank" rel="noreferrer" className="inline-flex min-h-11 items-center">
          {texts.openThePdf({ paper: name })}
        </a>
      </p>
    );
  }
  return (
    <>
      <div className="flex items-center gap-1 px-2">
        <IconButton label={texts.larger} disabled={size >= most} onClick={() => setSize(Math.min(most, size + 0.5))}>
          <ZoomIn size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton label={texts.smaller} disabled={size <= 1} onClick={() => setSize(Math.max(1, size - 0.5))}>
          <ZoomOut size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton label={texts.turn} onClick={() => setTurns((turns + 1) % 4)}>
          <RotateCw size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
        {paper.expiresOn && (
          <span className="figures ml-2 text-note">{texts.saysUntil({ date: formatDate(paper.expiresOn) })}</span>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is larger than its window must be scrolled by keys, too. */}
      <section tabIndex={0} aria-label={name} className={pane}>
        <img
          src={address}
          alt={name}
          className={classNames('max-w-none', ['', 'rotate-90', 'rotate-180', '-rotate-90'][turns])}
          style={{ width: `${size * 100}%` }}
        />
      </section>
    </>
  );
}
