'use strict';
/* The page around the program: loading, links, files that are kept, dropped, chosen and saved, the clipboard. */

const home = '/home/web_user';

const bare = location.search === '?bare'; /* within another page */
document.body.classList.toggle('bare', bare);

const loading = document.getElementById('loading');
const say = words => { document.getElementById('status').textContent = words; };
say('loading');

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

/* Returns the arguments that open what the link asks for; none where it asks for nothing. */
async function linked(FS) {
    const link = asked();
    const lesson = link.get('lesson');
    if (lesson !== null) {
        const folder = link.has('3d') ? '/levels/lab3' : '/levels/lab';
        const name = FS.readdir(folder).find(file => file.startsWith(lesson + '-'));
        return name === undefined ? [] : [folder + '/' + name];
    }
    for (const kind of ['level', 'recording']) {
        if (!link.has(kind)) continue;
        const path = home + '/link.' + kind;
        FS.writeFile(path, await inflated(link.get(kind)));
        return kind === 'recording' ? ['replay', path] : [path];
    }
    return [];
}

/* ---- Files: what is saved or not saved yet is there again after a reload ---------------------------- */

const state = home + '/.local/'; /* what the program remembers for itself */
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
            write(FS, cursor.key, cursor.value.bytes);
            FS.utime(cursor.key, cursor.value.time, cursor.value.time);
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
    const path = home + '/' + file.name.replace(/[^\w.-]/g, '_');
    const bytes = new Uint8Array(await file.arrayBuffer());
    write(Module.FS, path, bytes);
    keep(path, bytes);
    Module.ccall('page_open', null, ['string'], [path]);
}

/* ---- The program ---------------------------------------------------------------------------------------- */

const canvas = document.getElementById('canvas');
let started = false;

var Module = {
    canvas,
    context: canvas.getContext('2d', { alpha: false }),
    arguments: self.slidemoveArguments || [], /* a test's */
    print: text => console.log(text),
    printErr: text => console.warn(text),
    setStatus: text => {
        const share = /\((\d+)\/(\d+)\)/.exec(text);
        if (share) document.getElementById('progress').value = share[1] / share[2];
    },
    preRun: [async () => {
        const FS = Module.FS;
        await new Promise(resolve => { /* until all else is there: the levels, which the user's own replace */
            Module.monitorRunDependencies = left => { if (left === 1) resolve(); };
            Module.addRunDependency('home');
        });
        followFiles(FS);
        await bringBack(FS).catch(error => console.warn('nothing is kept: ' + error));
        try {
            Module.arguments.unshift(...await linked(FS));
        } catch (error) {
            console.warn('the link cannot be read: ' + error);
        }
        Module.removeRunDependency('home');
    }],
    onRuntimeInitialized: () => {
        started = true;
        loading.hidden = true;
    },
    copied: text => navigator.clipboard.writeText(text).catch(error => console.warn('the clipboard did not take it: ' + error)),
    ended: () => {
        started = false;
        loading.hidden = false;
        say('ended; reload the page to begin again');
    },
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

/* SDL would keep Ctrl+V from the browser, which alone may read the clipboard. */
addEventListener('keydown', event => {
    if (event.ctrlKey && event.code === 'KeyV') event.stopImmediatePropagation();
}, true);
addEventListener('paste', event => {
    Module.ccall('page_paste', null, ['string'], [event.clipboardData.getData('text/plain')]);
});

const chooser = document.getElementById('file');
chooser.addEventListener('change', () => {
    if (chooser.files.length > 0) open(chooser.files[0]);
    chooser.value = '';
});

/* The address becomes the link, too: it may be copied from there where the clipboard is kept from pages. */
async function copyLink() {
    const text = Module.ccall('page_moment', 'string', [], []);
    const kind = text.startsWith('slidemove-recording') ? 'recording' : 'level';
    const link = '#' + kind + '=' + await deflated(new TextEncoder().encode(text));
    history.replaceState(null, '', link);
    const words = document.getElementById('link');
    const before = words.innerHTML;
    words.textContent = await navigator.clipboard.writeText(location.href).then(() => 'Copied', () => 'It is in the address');
    setTimeout(() => { words.innerHTML = before; }, 2000);
}

/* The bar's buttons press the program's keys. */
function press(type, keys) {
    const parts = keys.split('+'), code = parts.pop(), shiftKey = parts.includes('Shift');
    const key = { Space: ' ', Comma: ',', Period: '.' }[code] || code;
    const keyCode = { Space: 32, Comma: 188, Period: 190 }[code];
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
            document.documentElement.requestFullscreen();
        }
        button.blur();
    });
}
