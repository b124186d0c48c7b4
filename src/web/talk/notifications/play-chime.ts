let context: AudioContext | undefined;

/**
 * Two soft notes, made on the spot: no file to load. Browsers are silent until the page was touched once; then this does nothing, and
 * nothing is lost with it, as the message itself is on screen.
 */
export function playChime(): void {
  try {
    context ??= new AudioContext();
  } catch {
    // A browser without sound.
    return;
  }
  if (context.state === 'suspended') void context.resume();
  note(context, 660, 0);
  note(context, 880, 0.13);
}

function note(audio: AudioContext, hertz: number, afterSeconds: number): void {
  const start = audio.currentTime + afterSeconds;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.32);
}
