import * as texts from '#texts/booking.ts';
import { inline } from '../../platform/ui/inline.ts';
import { groupCardDigits } from './card-number.ts';

const cards = [
  { digits: '4242424242424242', effect: texts.isAccepted },
  { digits: '4000000000000002', effect: texts.isDeclined },
  { digits: '4000000000003220', effect: texts.asksForAnExtraStep },
];

/** The cards that the sandbox knows. Shown only where no real money moves. */
export function TestCards({ onUse }: { onUse: (digits: string) => void }) {
  return (
    <div className="rounded border-2 border-line border-dashed px-4 py-3 text-note">
      <p className="mb-1">
        {inline(texts.sandboxNoRealMoneyMoves({ b: (text) => <b className="font-semibold">{text}</b> }))}
      </p>
      <ul>
        {cards.map(({ digits, effect }) => (
          <li key={digits}>
            <button
              type="button"
              className="figures min-h-11 text-left text-green underline underline-offset-4"
              onClick={() => onUse(digits)}
            >
              {groupCardDigits(digits)}
            </button>{' '}
            {effect}
          </li>
        ))}
      </ul>
    </div>
  );
}
