import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptPush } from './encrypt-push.ts';

// The example of RFC 8291, section 5 and appendix A.
const example = {
  text: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  result:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a push message is encrypted as in the example of the standard', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(Buffer.from(example.senderPrivate, 'base64url'));
  const sealed = encryptPush(example.text, example, { sender, salt: Buffer.from(example.salt, 'base64url') });
  expect(sealed.toString('base64url')).toBe(example.result);
});

test('each message has keys of its own', () => {
  expect(encryptPush('a', example).equals(encryptPush('a', example))).toBe(false);
});
