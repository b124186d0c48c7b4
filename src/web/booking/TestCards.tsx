import { groupCardDigits } from './card-number.ts';

const cards = [
  { digits: '4242424242424242', effect: 'is accepted' },
  { digits: '4000000000000002', effect: 'is declined' },
  { digits: '4000000000003220', effect: 'asks for an extra step' },
];

/** The cards that the sandbox knows. Shown only where no real money moves. */
export function TestCards({ onUse }: { onUse: (digits: string) => void }) {
  return (
    <div className="rounded border-2 border-line border-dashed px-4 py-3 text-sm">
      <p className="mb-1">
        <b className="font-semibold">Sandbox.</b> No real money moves. Fill in a test card:
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
