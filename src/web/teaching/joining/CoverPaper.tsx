import { type PointerEvent, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/teaching.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Checkbox } from '../../platform/ui/Checkbox.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { drawPaper, paperBlob } from './draw-paper.ts';
import { type Area, areaBetween, areaOfWhole, type Point, sizeOf, wholePicture, withSide } from './picture-area.ts';

const shownPixels = 640;
const newCover: Area = { left: 0.3, top: 0.45, right: 0.7, bottom: 0.55 };

type CoverPaperProps = { picture: ImageBitmap; title: string; onDone: (blob: Blob) => void; onCancel: () => void };

/** A photographed paper before it leaves the device: first its edges are cut, then the NRIC is covered. The original stays where it is. */
export function CoverPaper({ picture, title, onDone, onCancel }: CoverPaperProps) {
  const [kept, setKept] = useState<Area>(wholePicture);
  const [covers, setCovers] = useState<readonly Area[]>([]);
  const [isCovering, setCovering] = useState(false);
  const [isSure, setSure] = useState(false);
  const [isTried, setTried] = useState(false);
  const finish = async () => {
    setTried(true);
    if (isSure) onDone(await paperBlob(picture, { kept, covers: covers.map((area) => areaOfWhole(kept, area)) }));
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onCancel}
      title={isCovering ? texts.coverYourNric : texts.keepOnlyThePaper}
      description={isCovering ? texts.coverHow : texts.cutHow}
      actions={
        isCovering ? (
          <>
            <div className="w-full">
              <Checkbox
                className="min-h-12"
                label={texts.numberIsCovered}
                checked={isSure}
                onChange={({ target }) => setSure(target.checked)}
              />
              {isTried && !isSure && <p className="font-semibold text-red">{texts.coverFirst}</p>}
            </div>
            <Button variant="secondary" className="min-h-12" onClick={() => setCovering(false)}>
              {texts.back}
            </Button>
            <Button className="min-h-12" onClick={() => void finish()}>
              {texts.usePhoto}
            </Button>
          </>
        ) : (
          <Button className="min-h-12" onClick={() => setCovering(true)}>
            {texts.next}
          </Button>
        )
      }
    >
      <div className="grid gap-3">
        {isCovering ? (
          <>
            <Paper
              label={title}
              picture={picture}
              kept={kept}
              covers={covers}
              onDraw={(area) => setCovers([...covers, area])}
            />
            <Covers covers={covers} onChange={setCovers} />
          </>
        ) : (
          <>
            <Paper label={title} picture={picture} kept={wholePicture} frame={kept} onDraw={setKept} />
            <Sides area={kept} onChange={setKept} />
          </>
        )}
      </div>
    </Dialog>
  );
}

type PaperProps = {
  label: string;
  picture: ImageBitmap;
  kept: Area;
  covers?: readonly Area[];
  frame?: Area;
  onDraw: (area: Area) => void;
};

function Paper({ label, picture, kept, covers = [], frame, onDraw }: PaperProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const start = useRef<Point | undefined>(undefined);
  const [drawn, setDrawn] = useState<Area>();
  const size = sizeOf(picture, kept, shownPixels);
  useEffect(() => {
    const all = [...covers, ...(drawn && !frame ? [drawn] : [])].map((area) => areaOfWhole(kept, area));
    const shown = drawn && frame ? drawn : frame;
    if (canvas.current) drawPaper(canvas.current, picture, { kept, covers: all, ...(shown ? { frame: shown } : {}) });
  }, [picture, kept, covers, frame, drawn]);
  const pointOf = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const stop = (event: PointerEvent<HTMLCanvasElement>) => {
    if (start.current) onDraw(areaBetween(start.current, pointOf(event)));
    start.current = undefined;
    setDrawn(undefined);
  };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={size.width}
      height={size.height}
      className="mx-auto max-h-[34dvh] max-w-full cursor-crosshair touch-none rounded border border-line bg-sunken"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = pointOf(event);
      }}
      onPointerMove={(event) => start.current && setDrawn(areaBetween(start.current, pointOf(event)))}
      onPointerUp={stop}
      onPointerCancel={() => {
        start.current = undefined;
        setDrawn(undefined);
      }}
    />
  );
}

/** The four sides of an area by sliders: everything that a finger draws, by keys. */
function Sides({ area, onChange }: { area: Area; onChange: (area: Area) => void }) {
  const sides = [
    ['left', texts.sideLeft],
    ['right', texts.sideRight],
    ['top', texts.sideTop],
    ['bottom', texts.sideBottom],
  ] as const;
  return (
    <div className="grid gap-x-5 sm:grid-cols-2">
      {sides.map(([side, label]) => (
        <label key={side} className="grid min-h-12 grid-cols-[4.5rem_1fr] items-center gap-3">
          {label}
          <input
            type="range"
            className="h-12 w-full accent-green"
            min={0}
            max={1}
            step={0.01}
            value={area[side]}
            onChange={({ target }) => onChange(withSide(area, side, Number(target.value)))}
          />
        </label>
      ))}
    </div>
  );
}

function Covers({ covers, onChange }: { covers: readonly Area[]; onChange: (covers: readonly Area[]) => void }) {
  const last = covers.at(-1);
  const rest = covers.slice(0, -1);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" className="min-h-12" onClick={() => onChange([...covers, newCover])}>
          {texts.addACover}
        </Button>
        {last && (
          <Button variant="quiet" className="min-h-12" onClick={() => onChange(rest)}>
            {texts.removeTheCover}
          </Button>
        )}
      </div>
      {last && <Sides area={last} onChange={(area) => onChange([...rest, area])} />}
    </>
  );
}
