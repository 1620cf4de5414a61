// SPDX-License-Identifier: Apache-2.0
/** A camera for engines that cannot play a file as one: a recording on a canvas replaces the requested one. */
import type { EngineDriver } from '@perfuse/browser-harness/engines';

/** Frame rate of the files that the phantom writes. */
const FRAMES_PER_S = 30;
const INPUT = 'camera-file';

/**
 * From now on, until the page is left, `getUserMedia` returns the recording, played from its start as a camera does:
 * late frames are dropped.
 * @param file y4m, I420.
 */
export async function playAsCamera(driver: EngineDriver, file: string): Promise<void> {
  const input = await driver.find(
    `const input = document.createElement('input');
     input.type = 'file'; input.id = '${INPUT}';
     document.body.append(input); return input;`,
  );
  if (input === null) throw new Error('The page takes no file.');
  await driver.chooseFile(input, file);
  await driver.run(`
    const input = document.getElementById('${INPUT}');
    const [file] = input.files;
    input.remove();
    const head = (await file.slice(0, 200).text()).split('\\n')[0];
    const codedWidth = Number(/ W(\\d+)/.exec(head)[1]);
    const codedHeight = Number(/ H(\\d+)/.exec(head)[1]);
    const marker = 'FRAME\\n'.length;
    const bytes = (codedWidth * codedHeight * 3) / 2;
    const count = Math.floor((file.size - head.length - 1) / (marker + bytes));
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      canvas.width = codedWidth;
      canvas.height = codedHeight;
      const context = canvas.getContext('2d', { alpha: false });
      const stream = canvas.captureStream();
      const [track] = stream.getVideoTracks();
      const beganMs = performance.now();
      let last = -1;
      const show = async () => {
        const elapsed = ((performance.now() - beganMs) * ${String(FRAMES_PER_S)}) / 1000;
        const at = Math.floor(elapsed);
        if (at > last) {
          last = at;
          const from = head.length + 1 + (at % count) * (marker + bytes) + marker;
          const data = await file.slice(from, from + bytes).arrayBuffer();
          const frame = new VideoFrame(data, { format: 'I420', codedWidth, codedHeight, timestamp: at });
          context.drawImage(frame, 0, 0);
          frame.close();
        }
        const nextMs = beganMs + ((last + 1) * 1000) / ${String(FRAMES_PER_S)};
        if (track.readyState === 'live') setTimeout(show, Math.max(0, nextMs - performance.now()));
      };
      await show();
      return stream;
    };
  `);
}
