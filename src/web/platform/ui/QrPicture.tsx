import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#texts/booking.ts';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { type QrModules, qrPath } from './qr-path.ts';

type QrPictureProps = {
  text: string;
  label: string;
  /** What it is saved as; without one it can't be saved. */
  fileName?: string;
};

/** A QR symbol as crisp vector shapes, dark on white in both themes, with the quiet zone of four modules that scanners need. */
export function QrPicture({ text, label, fileName }: QrPictureProps) {
  const [isUnsaved, setUnsaved] = useState(false);
  const symbol = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => {
      const { create } = await import('qrcode');
      const { modules } = create(text, { errorCorrectionLevel: 'M' });
      return { path: qrPath(modules), side: modules.size + 8, modules };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (symbol.isError) {
    return <ErrorState title={texts.codeNotDrawn} onRetry={() => void symbol.refetch()} />;
  }
  const side = symbol.data?.side ?? 1;
  return (
    <div className="grid justify-items-start gap-3">
      <svg
        role="img"
        aria-label={label}
        viewBox={`-4 -4 ${side} ${side}`}
        shapeRendering="crispEdges"
        className="aspect-square w-64 rounded border border-line bg-[#fff]"
        data-qr={text}
      >
        {symbol.data && <path d={symbol.data.path} fill="#14211c" />}
      </svg>
      {fileName !== undefined && (
        <Button
          variant="secondary"
          disabled={!symbol.data}
          onClick={() => {
            if (symbol.data) save(symbol.data.modules, fileName).catch(() => setUnsaved(true));
          }}
        >
          {texts.saveThePicture}
        </Button>
      )}
      {isUnsaved && <p className="text-red">{texts.pictureNotSaved}</p>}
    </div>
  );
}

async function save(modules: QrModules, fileName: string): Promise<void> {
  const { saveQrPicture } = await import('./save-qr-picture.ts');
  await saveQrPicture(modules, fileName);
}
