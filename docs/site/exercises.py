import highlight
def task_html(text): return text
def check_html(path, name): return f"<details><summary><code>{name}</code></summary>" + highlight.source(path.read_text(), prefix="check-") + "</details>"
def trains_html(root): return "<p>later</p>"
