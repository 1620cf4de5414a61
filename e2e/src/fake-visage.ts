// SPDX-License-Identifier: Apache-2.0
/**
 * Replaces the files of the visage tracker, which only its vendor may distribute: a script with the documented API that
 * finds one face in the middle of every picture that is not black. It creates a function from a string, as the glue
 * code of such modules does.
 */
const SCRIPT = `
const settings = self.VisageModule;
const complaints = [];
const at = { '2.1':[.5,.2], '8.1':[.5,.36], '8.2':[.5,.3], '8.3':[.57,.33], '8.4':[.43,.33], '8.9':[.48,.365],
  '8.10':[.52,.365], '3.7':[.62,.58], '3.12':[.38,.58], '3.11':[.54,.58], '3.8':[.46,.58], '3.1':[.58,.595],
  '3.2':[.42,.595], '3.3':[.58,.565], '3.4':[.42,.565], '4.1':[.53,.65], '4.2':[.47,.65], '4.3':[.58,.67],
  '4.4':[.42,.67], '4.5':[.64,.64], '4.6':[.36,.64], '9.3':[.5,.46], '9.1':[.54,.44], '9.2':[.46,.44],
  '9.15':[.5,.42], '11.1':[.5,.82], '11.2':[.4,.79], '11.3':[.6,.79] };
const make = Function('value', 'return { value };');
settings.FS_createPreloadedFile = (parent, name, url, canRead, canWrite, onLoad, onError) =>
  fetch(url).then((answer) => (answer.ok ? onLoad() : onError()), onError);
Promise.all([settings.locateFile('visageSDK.wasm'), settings.locateFile('visageSDK.data')].map((url) =>
  fetch(url).then((answer) => { if (!answer.ok) throw new Error(url); })))
  .then(() => {
    const heap = new Uint8Array(16 * 1024 * 1024);
    Object.assign(settings, {
      HEAPU8: heap, _malloc: () => 64, _free: () => {},
      initializeLicenseManager: (name) => { if (name !== 'valid.vlc') self.alert('No valid licence.'); },
      VisageTracker: class { track(width, height, pointer) {
        return [heap[pointer + 2 * width * height] > 0 ? 1 : 3]; } delete() {} },
      FaceData: class { trackingQuality = 0.8; getFeaturePoints2D() { return { getFP: (group, index) => {
        const place = at[group + '.' + index];
        return { defined: place ? 1 : 0, getPos: (axis) => (place ? place[axis] : 0) }; } }; } delete() {} },
      FaceDataVector: class { faces = []; push_back(face) { this.faces.push(face); } get(n) { return this.faces[n]; } },
      VisageTrackerStatus: { TRACK_STAT_OK: make(1) },
      VisageTrackerImageFormat: { VISAGE_FRAMEGRABBER_FMT_RGBA: make(4) },
      VisageTrackerOrigin: { VISAGE_FRAMEGRABBER_ORIGIN_TL: make(0) },
    });
    for (const run of settings.preRun) run();
    setTimeout(settings.onRuntimeInitialized, 50);
  }, (error) => settings.onAbort(error.message));
`;

/** Responses of a vendor's folder at /visage/, by path. */
export const VISAGE_FILES: Readonly<
  Record<string, { readonly type: string; readonly body: string }>
> = {
  '/visage/visageSDK.js': { type: 'text/javascript', body: SCRIPT },
  '/visage/visageSDK.wasm': { type: 'application/wasm', body: 'wasm' },
  '/visage/visageSDK.data': { type: 'application/octet-stream', body: 'data' },
  '/visage/Head%20Tracker.cfg': { type: 'text/plain', body: 'cfg' },
  '/visage/valid.vlc': { type: 'application/octet-stream', body: 'licence' },
  '/visage/expired.vlc': { type: 'application/octet-stream', body: 'licence' },
};
