import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import * as texts from '#texts/account.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { Dialog } from '../../platform/ui/Dialog.tsx';
import { type Framing, maxZoom, moved, squareOf, unframed } from './crop-square.ts';

const shownPixels = 320;
const savedPixels = 512;
const keyStep = 0.05;

type AvatarCropperProps = {
  /** The chosen picture; null while none is being cropped. */
  picture: ImageBitmap | null;
  onDone: (cropped: Blob) => void;
  onCancel: () => void;
};

/** Chooses the square of a picture that becomes the avatar: by dragging, by arrow keys and + or −, or by three sliders. */
export function AvatarCropper({ picture, onDone, onCancel }: AvatarCropperProps) {
  const [framing, setFraming] = useState(unframed);
  const close = () => {
    setFraming(unframed);
    onCancel();
  };
  const finish = async () => {
    if (!picture) return;
    const cropped = await cutOut(picture, framing);
    setFraming(unframed);
    onDone(cropped);
  };
  return (
    <Dialog
      isOpen={picture !== null}
      onOpenChange={(isOpen) => isOpen || close()}
      title={texts.cropYourPicture}
      description={texts.dragThePictureOrUse}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {texts.cancel}
          </Button>
          <Button onClick={() => void finish()}>{texts.usePicture}</Button>
        </>
      }
    >
      {picture && <Frame picture={picture} framing={framing} onChange={setFraming} />}
    </Dialog>
  );
}

type FrameProps = { picture: ImageBitmap; framing: Framing; onChange: (framing: Framing) => void };

function Frame({ picture, framing, onChange }: FrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number } | undefined>(undefined);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, framing);
  }, [picture, framing]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = last.current;
    if (!from) return;
    last.current = { x: event.clientX, y: event.clientY };
    const { width } = event.currentTarget.getBoundingClientRect();
    onChange(
      moved(picture, framing, { right: (event.clientX - from.x) / width, down: (event.clientY - from.y) / width }),
    );
  };
  const stop = () => {
    last.current = undefined;
  };
  const press = (event: KeyboardEvent) => {
    const next = framingAfter(event.key, picture, framing);
    if (!next) return;
    event.preventDefault();
    onChange(next);
  };
  const slider = (label: string, name: keyof Framing, [min, max]: readonly [number, number]) => (
    <label className="grid grid-cols-[6.5rem_1fr] items-center gap-3">
      {label}
      <input
        type="range"
        className="h-11 w-full accent-green"
        min={min}
        max={max}
        step={0.01}
        value={framing[name]}
        onChange={(event) => onChange({ ...framing, [name]: Number(event.target.value) })}
      />
    </label>
  );
  return (
    <div className="grid gap-3">
      <canvas
        ref={canvas}
        role="img"
        aria-label={texts.thePartOfYourPicture}
        tabIndex={0}
        width={shownPixels}
        height={shownPixels}
        className="mx-auto size-[min(16rem,100%)] cursor-move touch-none rounded-full border border-line bg-sunken"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={stop}
        onPointerCancel={stop}
        onKeyDown={press}
      />
      {slider(texts.zoom, 'zoom', [1, maxZoom])}
      {slider(texts.leftToRight, 'x', [-1, 1])}
      {slider(texts.topToBottom, 'y', [-1, 1])}
    </div>
  );
}

/** The framing after a key, or undefined for a key that means nothing here. */
function framingAfter(key: string, picture: ImageBitmap, framing: Framing): Framing | undefined {
  const zoomed = (by: number) => ({ ...framing, zoom: Math.max(1, Math.min(maxZoom, framing.zoom + by)) });
  if (key === '+' || key === '=') return zoomed(0.1);
  if (key === '-') return zoomed(-0.1);
  const by = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  return by && moved(picture, framing, { right: (by[0] ?? 0) * keyStep, down: (by[1] ?? 0) * keyStep });
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, framing: Framing): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { left, top, side } = squareOf(picture, framing);
  // A picture with holes gets paper behind it, as JPEG has none.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

async function cutOut(picture: ImageBitmap, framing: Framing): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = savedPixels;
  canvas.height = savedPixels;
  draw(canvas, picture, framing);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('This browser cannot write pictures.');
  return blob;
}
