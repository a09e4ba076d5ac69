'use strict';
/* Live levels in a page that is read: the sandbox in a frame, and what the level is about as buttons and sliders below it.
 * A wheel or a finger over it scrolls the page until one clicks in. web/pages.py writes the figures. */

/* Fetches the sandbox, in place of the picture. */
function load(figure) {
    if (figure.querySelector('iframe')) return;
    const frame = document.createElement('iframe'), picture = figure.querySelector('img');
    frame.title = picture.alt;
    frame.tabIndex = -1; /* the cover leads into it */
    frame.src = figure.dataset.sandbox;
    figure.querySelector('.stage').prepend(frame);
    const timer = setInterval(() => {
        const sandbox = frame.contentWindow?.sandbox;
        if (sandbox?.isOver()) clearInterval(timer);
        if (sandbox?.isReady()) {
            figure.classList.add('ready');
            follow(figure, sandbox);
        }
    }, 200);
}

/* Clicking in gives the scene the pointer and the keys; a click elsewhere, or Escape twice, gives them back to the page. */
function enter(figure) {
    load(figure);
    figure.classList.add('entered');
    figure.querySelector('iframe').focus();
    figure.querySelector('iframe').contentWindow.sandbox?.enter();
}

function leave(figure) {
    figure.classList.remove('entered');
}

/* Shows the settings as they are now: a key or a lesson may have changed them. */
function follow(figure, sandbox) {
    const settings = new Map(sandbox.settings().split('\n').map(line => [line.split('\t')[0], line.split('\t').slice(1)]));
    for (const control of figure.querySelectorAll('[data-setting]')) {
        const [value, words] = settings.get(control.dataset.setting);
        if (control.type === 'checkbox') {
            control.checked = (value >> control.dataset.argument & 1) === 1;
        } else if (control !== document.activeElement || control.tagName === 'INPUT') {
            control.value = value;
        }
        if (control.nextElementSibling?.tagName === 'OUTPUT') control.nextElementSibling.textContent = words;
    }
}

for (const figure of document.querySelectorAll('.live')) {
    const sandbox = () => figure.querySelector('iframe')?.contentWindow.sandbox;
    const run = (name, argument) => { if (sandbox()?.isReady()) sandbox().run(name, argument); };
    figure.querySelector('.cover').addEventListener('click', () => enter(figure));
    for (const control of figure.querySelectorAll('.controls button'))
        control.addEventListener('click', () => run(control.dataset.command, 0));
    for (const control of figure.querySelectorAll('.controls select'))
        control.addEventListener('change', () => run('resolver', Number(control.value)));
    for (const control of figure.querySelectorAll('.controls input'))
        control.addEventListener('input', () => {
            if (control.type === 'checkbox') run('ghost', Number(control.dataset.argument));
            else if (sandbox()?.isReady()) sandbox().slide(control.dataset.setting, Number(control.value));
        });
    addEventListener('pointerdown', event => { if (!figure.contains(event.target)) leave(figure); });
    if (figure.dataset.when === 'seen') {
        new IntersectionObserver((entries, observer) => {
            if (!entries.some(entry => entry.isIntersecting)) return;
            observer.disconnect();
            load(figure);
        }).observe(figure);
    }
}
