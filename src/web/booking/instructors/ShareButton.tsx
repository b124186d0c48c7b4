import { Share2 } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#texts/instructors.ts';

/** Passes the page's address on as the device does it; where it has no way, the address is copied. */
export function ShareButton({ name }: { name: string }) {
  const [said, setSaid] = useState('');
  const share = async () => {
    const url = location.origin + location.pathname;
    try {
      if (navigator.share) await navigator.share({ title: name, url });
      else {
        await navigator.clipboard.writeText(url);
        setSaid(texts.addressCopied);
      }
    } catch (failure) {
      // Closing the device's own window is no failure.
      if (!(failure instanceof DOMException && failure.name === 'AbortError')) setSaid(texts.addressNotCopied);
    }
  };
  return (
    <>
      <button type="button" className="btn btn-quiet px-2.5 text-note" onClick={() => void share()}>
        <Share2 size={18} strokeWidth={1.75} aria-hidden />
        {texts.share}
      </button>
      <span role="status" className="text-note text-soft">
        {said}
      </span>
    </>
  );
}
