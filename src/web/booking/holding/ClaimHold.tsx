import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type BookingAddress, bookingPath } from '#rules/paths/booking-path.ts';
import { claimGuestHold, isSame } from '../../people/auth/guest-holding.ts';
import { readGuestHold } from '../../platform/session/guest-hold.ts';

/** Takes along what was held before signing in, then goes on with the booking of that time; without an answer it is tried again the next time. */
export function ClaimHold({ address, onDone }: { address: BookingAddress; onDone: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [{ instructor = '', start = '', durationMinutes = 0 }] = useState(address);
  useEffect(() => {
    let isShown = true;
    const held = readGuestHold();
    const wanted = { instructor, start, durationMinutes };
    const goOn = async (lesson: string | undefined) => {
      await Promise.all(['lessons', 'slots'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
      if (!isShown) return;
      if (lesson && held && isSame(held, wanted)) {
        await navigate(bookingPath({ ...wanted, replaces: lesson }), { replace: true });
      }
      onDone();
    };
    claimGuestHold().then(goOn, () => goOn(undefined));
    return () => {
      isShown = false;
    };
  }, [instructor, start, durationMinutes, navigate, queries, onDone]);
  return null;
}
