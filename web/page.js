'use strict';
/* The page around the program: loading, links, files that are kept, dropped, chosen and saved, the clipboard. */

const own = '/levels/yours'; /* the visitor's files, which the program lists beside the lessons */

const bare = location.search === '?bare'; /* within another page, which has the controls */
document.body.classList.toggle('bare', bare);

const element = id => document.getElementById(id);
const loading = element('loading');
const say = words => { element('status').textContent = words; };
say('loading');

/* ---- What goes wrong is said in words ------------------------------------------------------------------ */

let started = false, failed = false;

/* The sandbox cannot start, or has ended: the reason, and ways on, instead of it. */
function fail(words) {
    if (failed) return;
    started = false;
    failed = true;
    loading.hidden = false;
    element('progress').hidden = true;
    element('again').hidden = false;
    say(words);
}

/* Something that the visitor asked for is not there; the sandbox goes on. */
function notify(words, action, act) {
    const notice = element('notice'), button = element('act');
    notice.firstElementChild.textContent = words;
    button.hidden = action === undefined;
    button.textContent = action;
    button.onclick = () => { notice.hidden = true; act(); };
    notice.hidden = false;
    clearTimeout(notify.timer);
    notify.timer = setTimeout(() => { notice.hidden = true; }, action === undefined ? 8000 : 30000);
}

/* A module of one function that takes a vector: it is valid where SIMD is. */
const vectors = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

if (location.protocol === 'file:')
    fail('A browser runs the sandbox only from a web server. In this folder, python3 -m http.server starts one.');
else if (typeof WebAssembly !== 'object')
    fail('This browser has no WebAssembly, which the sandbox is made of.');
else if (!WebAssembly.validate(Uint8Array.from(vectors)))
    fail('This browser has no WebAssembly SIMD, which the sandbox needs. All browsers since 2023 have it.');

addEventListener('error', event => {
    if (started) return;
    const file = event.target.src;
    fail(file ? 'A file of the sandbox, ' + file.split('/').pop() + ', could not be loaded.'
              : 'The sandbox could not start: ' + event.message);
}, true);
addEventListener('unhandledrejection', event => { if (!started) fail('The sandbox could not start: ' + event.reason); });

/* What a link asks for: #lesson=02, #level=TEXT and #recording=TEXT with the text deflated, in base64url. */
function asked() {
    return new URLSearchParams(location.hash.slice(1));
}

async function inflated(packed) {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function deflated(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    let text = '';
    for (const byte of packed) text += String.fromCharCode(byte);
    return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

let linkedHash = ''; /* of the link that was opened: the address keeps it until another level is shown */

/* What a stranger sees first plays by itself: a disk that trembles on a straight wall, and a ghost that glides. */
const frontLevel = '/levels/lab/02-wall-of-100.level';

/* Returns the arguments that open what the link asks for; none for the playground. */
async function linked(FS) {
    const link = asked();
    if (location.hash.length < 2) return [frontLevel];
    const lesson = link.get('lesson');
    if (lesson !== null) {
        const folder = link.has('3d') ? '/levels/lab3' : '/levels/lab';
        const name = FS.readdir(folder).find(file => file.startsWith(lesson + '-'));
        if (name !== undefined) return [folder + '/' + name];
        notify('There is no lesson ' + lesson + '. This is the playground.');
    }
    if (link.has('file')) {
        const path = own + '/' + link.get('file');
        if (FS.analyzePath(path).exists) return [path];
        notify('The file ' + link.get('file') + ' is not kept in this browser. This is the playground.');
    }
    for (const kind of ['level', 'recording']) {
        if (!link.has(kind)) continue;
        const path = own + '/link-' + hash(link.get(kind)) + '.' + kind;
        FS.writeFile(path, await inflated(link.get(kind)));
        linkedHash = location.hash;
        return kind === 'recording' ? ['replay', path] : [path];
    }
    return [];
}

/* Edits of one link are not those of another: a name for what the link holds. */
function hash(text) {
    let sum = 0;
    for (const letter of text) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;
    return sum.toString(36);
}

/* ---- Files: what is saved or not saved yet is there again after a reload ---------------------------- */

const state = '/home/web_user/.local/'; /* what the program remembers for itself */
let database = null; /* by whole path; stays null where the browser keeps none */

function openDatabase() {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open('slidemove', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('files');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
}

/* `bytes` is null for a file that is gone. Committed at once: the page may be about to go. */
function keep(path, bytes) {
    if (database === null) return;
    const transaction = database.transaction('files', 'readwrite'), files = transaction.objectStore('files');
    if (bytes === null) files.delete(path);
    else files.put({ bytes, time: Date.now() }, path);
    transaction.commit();
}

function write(FS, path, bytes) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
    FS.writeFile(path, bytes);
}

async function bringBack(FS) {
    database = await openDatabase();
    return new Promise(resolve => {
        database.transaction('files').objectStore('files').openCursor().onsuccess = event => {
            const cursor = event.target.result;
            if (cursor === null) return resolve();
            /* A lesson is always the original: what was once saved over one is the visitor's own. */
            const path = cursor.key.startsWith(state) ? cursor.key : own + '/' + cursor.key.split('/').pop();
            write(FS, path, cursor.value.bytes);
            FS.utime(path, cursor.value.time, cursor.value.time);
            cursor.continue();
        };
    });
}

function download(name, bytes) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/* The program saves a file by renaming one that it has written beside it. The user's are downloaded, too. */
function followFiles(FS) {
    const { rename, unlink } = FS;
    const whole = path => '/' + path.replace(/^\/+/, '');
    FS.rename = (from, to) => {
        rename(from, to);
        const path = whole(to), bytes = FS.readFile(path);
        keep(path, bytes);
        if (!path.startsWith(state)) download(path.split('/').pop(), bytes);
    };
    FS.unlink = path => {
        unlink(path);
        keep(whole(path), null);
    };
}

async function open(file) {
    const path = own + '/' + file.name.replace(/[^\w.-]/g, '_');
    const bytes = new Uint8Array(await file.arrayBuffer());
    write(Module.FS, path, bytes);
    keep(path, bytes);
    Module.ccall('page_open', null, ['string'], [path]);
}

/* ---- The program ---------------------------------------------------------------------------------------- */

const canvas = element('canvas');
const light = matchMedia('(prefers-color-scheme: light)');
const theme = () => localStorage.getItem('theme') || (light.matches ? 'light' : 'dark');
const complaints = []; /* the last lines that the program wrote to its standard error */

function remembered(theme) {
    try {
        localStorage.setItem('theme', theme);
    } catch (error) {
        console.warn('the theme is not kept: ' + error);
    }
}

/* The level that is shown, in the address: a lesson or a file of the visitor's. What a link itself holds stays there. */
function addressOf(path) {
    const lesson = /^\/?levels\/(lab|lab3)\/(\d+)-/.exec(path);
    if (lesson !== null) return '#lesson=' + lesson[2] + (lesson[1] === 'lab3' ? '&3d' : '');
    if (path.startsWith(own + '/link-')) return location.hash;
    if (path.startsWith(own + '/')) return '#file=' + encodeURIComponent(path.slice(own.length + 1));
    return /^\/?levels\/playground/.test(path) ? '#playground' : '';
}

/* Tells that another tab has the same file: each saves over the other. */
let release = () => {};
function claim(path) {
    release();
    if (!navigator.locks || !path.startsWith(own + '/')) return;
    navigator.locks.request('slidemove:' + path, { ifAvailable: true }, lock => {
        if (lock === null) notify('Another tab has this file open, too. What is saved last replaces the other.');
        return lock === null ? undefined : new Promise(resolve => { release = resolve; });
    });
}

/* The page, not SDL's canvas alone, of which SDL keeps the size that it had in the page. */
function fillScreen() {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {}); /* a page around this one may forbid it */
}

/* The room changes without the window, too: in full screen, and where the front page's sentence goes. SDL asks for the
 * canvas' size when the window changes. */
new ResizeObserver(() => dispatchEvent(new Event('resize'))).observe(canvas);

var Module = {
    canvas,
    plain: bare,
    context: canvas.getContext('2d', { alpha: false }),
    arguments: ['--theme', theme(), ...(self.slidemoveArguments || [])], /* a test's */
    print: text => console.log(text),
    printErr: text => {
        console.warn(text);
        complaints.push(text);
    },
    onAbort: reason => fail('The sandbox could not start: ' + reason),
    quit: (status, thrown) => { /* the program returned, which it does where it can open nothing */
        fail('The link cannot be opened. ' + complaints.slice(-2).join(' '));
        throw thrown;
    },
    setStatus: text => {
        const share = /\((\d+)\/(\d+)\)/.exec(text);
        if (share) element('progress').value = share[1] / share[2];
    },
    preRun: [async () => {
        const FS = Module.FS;
        await new Promise(resolve => { /* until all else is there: the levels, which the user's own replace */
            Module.monitorRunDependencies = left => { if (left === 1) resolve(); };
            Module.addRunDependency('home');
        });
        FS.chmod('/levels', 0o755); /* a folder that all may write to is not searched for levels */
        FS.mkdirTree(own);
        followFiles(FS);
        await bringBack(FS).catch(error => console.warn('nothing is kept: ' + error));
        try {
            Module.arguments.unshift(...await linked(FS));
        } catch (error) {
            notify('The link is broken; a part of it may be missing. This is the playground.');
        }
        Module.removeRunDependency('home');
    }],
    onRuntimeInitialized: () => {
        if (failed) return;
        started = true;
        loading.hidden = true;
        if (!bare) canvas.focus(); /* a page that is read keeps its keys until one clicks in */
    },
    tells: (path, words) => { /* what is shown and going on, for the address and for screen readers */
        element('told').textContent = words;
        if (path === Module.shown) return;
        Module.shown = path;
        const isFront = location.hash.length < 2 && path === frontLevel;
        history.replaceState(null, '', linkedHash || (!isFront && addressOf(path)) || location.pathname + location.search);
        linkedHash = '';
        claim(path);
    },
    tellsTheme: name => { if (name !== theme()) remembered(name); },
    tellsTyping: types => {
        if (!matchMedia('(pointer: coarse)').matches) return;
        typed.value = ' ';
        (types ? typed : canvas).focus({ preventScroll: true });
    },
    copied: text => navigator.clipboard.writeText(text).catch(error => console.warn('the clipboard did not take it: ' + error)),
    fillsScreen: fillScreen,
    ended: () => fail('The sandbox was closed.'),
};

/* ---- The page ------------------------------------------------------------------------------------------- */

/* Unsaved changes are kept each second, and before the page goes. */
function leave() {
    if (started) Module.ccall('page_leave', null, [], []);
}

setInterval(leave, 1000);
addEventListener('visibilitychange', leave);
addEventListener('beforeunload', leave);
addEventListener('hashchange', () => location.reload());
addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', event => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) open(event.dataTransfer.files[0]);
});

/* SDL would keep these keys from the browser: pasting, as it alone may read the clipboard; reloading; and Tab after Escape,
 * which leaves the canvas. */
let escaped = false;
addEventListener('keydown', event => {
    const reloads = event.code === 'F5' || ((event.ctrlKey || event.metaKey) && event.code === 'KeyR');
    const leaves = event.code === 'Tab' && (escaped || document.activeElement !== canvas);
    if ((event.ctrlKey && event.code === 'KeyV') || reloads || leaves || event.target.closest?.('header, nav, #loading'))
        event.stopImmediatePropagation();
    if (event.key !== 'Shift') escaped = event.code === 'Escape';
}, true);
/* A touch screen shows its keyboard for an element that takes text. What a keyboard of keys types SDL hears itself. */
const typed = element('typed');
let wasPressed = false;
typed.addEventListener('keypress', () => { wasPressed = true; });
typed.addEventListener('input', event => {
    const words = event.inputType.startsWith('delete') ? '\b' : event.data;
    if (words && !wasPressed) Module.ccall('page_type', null, ['string'], [words]);
    wasPressed = false;
    typed.value = ' '; /* something to delete */
});

canvas.addEventListener('pointerdown', () => {
    if (document.activeElement !== typed) canvas.focus();
});
/* A small screen gives the sandbox the room of the front page's sentence; not before the finger is lifted, under
 * which the scene would move. */
canvas.addEventListener('pointerup', () => document.body.classList.add('playing'));
addEventListener('paste', event => {
    Module.ccall('page_paste', null, ['string'], [event.clipboardData.getData('text/plain')]);
});

const chooser = element('file');
chooser.addEventListener('change', () => {
    if (chooser.files.length > 0) open(chooser.files[0]);
    chooser.value = '';
});

/* The address becomes the link, too: it may be copied from there where the clipboard is kept from pages. */
const longest = 32000; /* characters that browsers and messengers take as a link */

async function copyLink() {
    const bytes = new TextEncoder().encode(Module.ccall('page_moment', 'string', [], []));
    const link = '#recording=' + await deflated(bytes);
    if (link.length > longest) {
        notify(`This moment would make a link of ${link.length.toLocaleString('en')} characters, which many programs cut off.`,
               'Save it as a file', () => download('moment.recording', bytes));
        return;
    }
    history.replaceState(null, '', link);
    const words = element('link');
    const before = words.innerHTML;
    words.textContent = await navigator.clipboard.writeText(location.href).then(() => 'Copied', () => 'It is in the address');
    setTimeout(() => { words.innerHTML = before; }, 2000);
}

/* The bar's buttons press the program's keys. */
function press(type, keys) {
    const parts = keys.split('+'), code = parts.pop(), shiftKey = parts.includes('Shift');
    const key = { Space: ' ', Comma: ',', Period: '.', Slash: '/' }[code] || code;
    const keyCode = { Space: 32, Comma: 188, Period: 190, Slash: 191 }[code];
    if (shiftKey && type === 'keydown')
        dispatchEvent(new KeyboardEvent(type, { key: 'Shift', code: 'ShiftLeft', keyCode: 16, shiftKey }));
    dispatchEvent(new KeyboardEvent(type, { key, code, keyCode, shiftKey, bubbles: true }));
    if (shiftKey && type === 'keyup')
        dispatchEvent(new KeyboardEvent(type, { key: 'Shift', code: 'ShiftLeft', keyCode: 16 }));
}

for (const button of document.querySelectorAll('#bar button')) {
    button.addEventListener('click', () => {
        if (button.dataset.key) {
            press('keydown', button.dataset.key);
            setTimeout(press, 60, 'keyup', button.dataset.key);
        } else if (button.id === 'upload') {
            chooser.click();
        } else if (button.id === 'link') {
            copyLink();
        } else if (button.id === 'whole') {
            fillScreen();
        }
        button.blur();
    });
}

/* What a page around the sandbox may ask of it: web/live.js does. */
window.sandbox = {
    isReady: () => started,
    isOver: () => failed,
    run: (name, argument) => Module.ccall('page_command', null, ['string', 'number'], [name, argument]),
    slide: (name, fraction) => Module.ccall('page_slide', null, ['string', 'number'], [name, fraction]),
    settings: () => Module.ccall('page_settings', 'string', [], []),
    enter: () => canvas.focus(),
};
