import html
def tables_html(text):
    return f'<pre>{html.escape(text)}</pre>'
